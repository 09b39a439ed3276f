// SPDX-License-Identifier: MIT
#include "transcript/excerpt.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace clew {

EntryIndex Excerpt::take(EntryIndex entry) {
  if (entry == kNoEntry) return kNoEntry;
  const auto [at, is_new] = taken_.emplace(entry, to_->count());
  if (!is_new) return at->second;
  Entry line = from_[entry];
  for (Symbol* symbol : {&line.subtype, &line.uuid, &line.parent, &line.message_id,
                         &line.request_id, &line.model, &line.stop_reason}) {
    if (*symbol != kNoSymbol) *symbol = to_->symbols.intern(from_.text(*symbol));
  }
  if (line.usage >= 0) {
    to_->usages.push_back(from_.usages[static_cast<std::size_t>(line.usage)]);
    line.usage = static_cast<std::int32_t>(to_->usages.size()) - 1;
  }
  // A message has what the rest of the line held.
  line.first_block = line.block_count = line.origin = line.extra = 0;
  to_->entries.push_back(line);
  return at->second;
}

void Excerpt::take(ToolCall& tool) {
  tool.call = take(tool.call);
  tool.answer = take(tool.answer);
  for (MediaPart& part : tool.parts) part.entry = take(part.entry);
}

void Excerpt::take(std::span<Message> messages) {
  assert(to_->compactions.empty());
  // Messages point at their compactions, which therefore must stay where they are.
  to_->compactions.reserve(messages.size());
  for (Message& message : messages) {
    for (EntryIndex& entry : message.entries) entry = take(entry);
    for (ToolCall& tool : message.tools) take(tool);
    for (MediaPart& part : message.parts) part.entry = take(part.entry);
    if (message.talk) message.talk->lines.clear();  // of another transcript
    if (!message.compaction) continue;
    Compaction compaction = *message.compaction;
    compaction.entry = take(compaction.entry);
    compaction.anchor = compaction.head = compaction.tail = kNoSymbol;
    std::fill(compaction.preserved.begin(), compaction.preserved.end(), kNoSymbol);
    message.compaction = &to_->compactions.emplace_back(std::move(compaction));
  }
}

}  // namespace clew
