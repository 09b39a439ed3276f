// SPDX-License-Identifier: MIT
#include "doctor/sent_request.h"

#include <algorithm>
#include <set>

namespace clew {
namespace {

class SentLines {
 public:
  SentLines(const Transcript& transcript, SentFacts& facts, Sender sender, const ApiRules& rules)
      : t_(transcript), facts_(facts), sender_(sender), check_(rules) {}

  SentCheck run(const std::vector<SentMessage>& messages) {
    std::size_t blocks = 0;
    for (const SentMessage& message : messages) {
      for (const SentMessage::Part& part : message.parts) blocks += part.blocks.size();
    }
    check_.reserve(messages.size(), blocks);
    for (std::size_t i = 0; i < messages.size(); ++i) {
      check_.begin_message(messages[i].assistant, response_of(messages[i]));
      if (sender_ == Sender::kMending && i > 0) add_results(messages[i - 1], messages[i]);
      for (const SentMessage::Part& part : messages[i].parts) take(part);
      // Behind an answer with calls a result comes even if nothing else does.
      if (sender_ != Sender::kMending || !messages[i].assistant) continue;
      if (i + 1 == messages.size() || messages[i + 1].assistant) {
        const std::set<Symbol> calls = ids_of(messages[i], BlockKind::kToolUse);
        if (calls.empty()) continue;
        check_.begin_message(false);
        for (const Symbol id : calls) check_.added_result(t_.text(id));
      }
    }
    out_.refusals = check_.finish();
    return std::move(out_);
  }

 private:
  std::string_view response_of(const SentMessage& message) const {
    return message.parts.empty() ? "" : t_.text(t_[message.parts.front().entry].message_id);
  }

  std::set<Symbol> ids_of(const SentMessage& message, BlockKind kind) const {
    std::set<Symbol> ids;
    for (const SentMessage::Part& part : message.parts) {
      const auto blocks = t_.blocks_of(t_[part.entry]);
      for (const std::uint32_t i : part.blocks) {
        if (blocks[i].kind == kind) ids.insert(blocks[i].id);
      }
    }
    return ids;
  }

  // 2.1 sends a call without a result with one that says so.
  void add_results(const SentMessage& before, const SentMessage& message) {
    if (!before.assistant || message.assistant) return;
    const std::set<Symbol> results = ids_of(message, BlockKind::kToolResult);
    for (const Symbol id : ids_of(before, BlockKind::kToolUse)) {
      if (!results.contains(id)) check_.added_result(t_.text(id));
    }
  }

  void take(const SentMessage::Part& part) {
    const Entry& entry = t_[part.entry];
    const bool queued = is_queued_command(t_, entry);
    if (!entry.is_conversation() && !queued) return check_.added_text();
    const SentFacts::Line line = facts_.of(part.entry);
    if (!line.readable) return out_.unreadable.push_back(part.entry);
    if (line.invalid_utf8) out_.no_text.push_back(part.entry);
    if (line.bad_escapes) check_.written(facts_.escapes_of(part.entry), part.entry);
    // What was typed while a turn ran: words, or words and pictures.
    if (queued && !line.is_list) return check_.added_text();
    if (!queued && part.blocks.empty() && sender_ == Sender::kMending &&
        entry.type == EntryType::kAssistant) {
      return check_.added_text();  // "(no content)"
    }
    check_.begin_line(part.entry);
    for (std::uint32_t i = 0; i < line.count; ++i) {
      const bool sent =
          queued || !line.is_list || std::binary_search(part.blocks.begin(), part.blocks.end(), i);
      if (sent) check_.block(facts_.block(part.entry, line, i), {part.entry, i});
    }
    const std::int64_t tokens = queued || !line.is_list ? 0 : tokens_with(t_, entry);
    if (tokens > 0) check_.counted_tokens(tokens);
  }

  const Transcript& t_;
  SentFacts& facts_;
  const Sender sender_;
  RequestCheck check_;
  SentCheck out_;
};

}  // namespace

std::int64_t tokens_with(const Transcript& t, const Entry& line) {
  if (line.usage < 0 || line.api_error) return 0;
  const Tokens& tokens = t.usages[static_cast<std::size_t>(line.usage)];
  return std::int64_t{tokens.input} + tokens.cache_read + tokens.cache_write + tokens.output;
}

SentCheck check_sent(const Transcript& transcript, const std::vector<SentMessage>& messages,
                     SentFacts& facts, Sender sender, const ApiRules& rules) {
  return SentLines(transcript, facts, sender, rules).run(messages);
}

}  // namespace clew
