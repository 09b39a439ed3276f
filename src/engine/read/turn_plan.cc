// SPDX-License-Identifier: MIT

#include "engine/read/turn_plan.h"

namespace clew {
namespace {

bool begins_a_turn(MessageKind kind) {
  return kind == MessageKind::kPrompt || kind == MessageKind::kCommand ||
         kind == MessageKind::kShell;
}

}  // namespace

std::vector<TurnPlan> plan_turns(std::span<const MessagePlan> messages) {
  std::vector<TurnPlan> turns;
  bool prompted = false;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const bool begins = begins_a_turn(messages[i].kind);
    if (turns.empty() || (begins && prompted)) turns.push_back({i, i});
    prompted = prompted || begins;
    turns.back().end = i + 1;
  }
  return turns;
}

std::vector<std::int32_t> turns_by_entry(const Transcript& transcript,
                                         std::span<const MessagePlan> messages,
                                         std::span<const TurnPlan> turns) {
  std::vector<std::int32_t> found(transcript.entries.size(), kNoTurn);
  for (std::size_t turn = 0; turn < turns.size(); ++turn) {
    const auto mark = [&](EntryIndex entry) {
      if (entry != kNoEntry)
        found[static_cast<std::size_t>(entry)] = static_cast<std::int32_t>(turn);
    };
    for (std::size_t i = turns[turn].first; i < turns[turn].end; ++i) {
      for (const EntryIndex entry : messages[i].entries) mark(entry);
      for (const ToolCallPlan& call : messages[i].tools) {
        for (const EntryIndex result : call.results) mark(result);
      }
    }
  }
  return found;
}

}  // namespace clew
