// SPDX-License-Identifier: MIT
#include "doctor/sent_request.h"

#include <algorithm>
#include <set>

#include "json/spans.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

class SentLines {
 public:
  SentLines(const Transcript& transcript, LineSource& lines, Sender sender, const ApiRules& rules)
      : t_(transcript), lines_(lines), sender_(sender), check_(rules) {}

  SentCheck run(const std::vector<SentMessage>& messages) {
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
    const bool queued =
        entry.type == EntryType::kAttachment && t_.text(entry.subtype) == kQueuedCommand;
    if (!entry.is_conversation() && !queued) return check_.added_text();
    auto line = lines_.line(entry);
    if (!line) return out_.unreadable.push_back(part.entry);
    auto root = parser_.parse(*line);
    if (!root) return out_.unreadable.push_back(part.entry);
    if (parser_.repairs().invalid_utf8) out_.no_text.push_back(part.entry);
    look_at_escapes(*line, entry, part.entry);
    if (queued) return take_prompt((*root)["attachment"]["prompt"], part.entry);
    const json::Value content = LineFields(*root).message().content;
    if (part.blocks.empty() && sender_ == Sender::kMending && entry.type == EntryType::kAssistant) {
      return check_.added_text();  // "(no content)"
    }
    if (content.is_string()) return check_.content(content, part.entry);
    check_.content(json::Value(), part.entry);
    std::uint32_t index = 0;
    for (const json::Value block : content.elements()) {
      if (!block.is_object()) continue;
      const std::uint32_t i = index++;
      if (std::binary_search(part.blocks.begin(), part.blocks.end(), i)) {
        check_.block(block, {part.entry, i});
      }
    }
    if (const std::int64_t tokens = tokens_with(t_, entry); tokens > 0) {
      check_.counted_tokens(tokens);
    }
  }

  // What was typed while a turn ran: words, or words and pictures.
  void take_prompt(json::Value prompt, EntryIndex entry) {
    if (!prompt.is_array()) return check_.added_text();
    check_.content(json::Value(), entry);
    std::uint32_t index = 0;
    for (const json::Value block : prompt.elements()) {
      if (block.is_object()) check_.block(block, {entry, index++});
    }
  }

  void look_at_escapes(std::string_view line, const Entry& entry, EntryIndex index) {
    if (!parser_.repairs().lone_surrogate && line.find("\\u0000") == std::string_view::npos) return;
    check_.written(sent_part(line, entry).of(line), index);
  }

  const Transcript& t_;
  LineSource& lines_;
  const Sender sender_;
  RequestCheck check_;
  json::Parser parser_;
  SentCheck out_;
};

}  // namespace

json::Span sent_part(std::string_view line, const Entry& entry) {
  const bool attached = entry.type == EntryType::kAttachment;
  const json::Span all{0, line.size()};
  const json::Span around =
      json::find_member(line, all, attached ? "attachment" : name_of(Field::kMessage));
  return json::find_member(line, around, attached ? "prompt" : "content");
}

std::int64_t tokens_with(const Transcript& t, const Entry& line) {
  if (line.usage < 0 || line.api_error) return 0;
  const Tokens& tokens = t.usages[static_cast<std::size_t>(line.usage)];
  return std::int64_t{tokens.input} + tokens.cache_read + tokens.cache_write + tokens.output;
}

SentCheck check_sent(const Transcript& transcript, const std::vector<SentMessage>& messages,
                     LineSource& lines, Sender sender, const ApiRules& rules) {
  return SentLines(transcript, lines, sender, rules).run(messages);
}

}  // namespace clew
