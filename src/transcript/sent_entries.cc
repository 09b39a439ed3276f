// SPDX-License-Identifier: MIT
//
// From the loaded chain to what goes out to the model, observed on the requests that the CLIs sent
// to a stub of the Messages API (docs/resume.md). Three steps:
//   1. which lines have a voice at all      (speaks)
//   2. lines become API messages            (group)
//   3. blocks that the CLI drops take their line with them, unless something else keeps it

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>

#include "transcript/loaded_messages.h"
#include "transcript/parallel_calls.h"
#include "transcript/resumed_model.h"
#include "transcript/rules_impl.h"

namespace clew {
namespace {

struct ApiMessage {
  bool assistant = false;
  bool has_prompt = false;  // words of a person among its lines
  bool has_words = false;   // lines that are no attachments
  bool has_result = false;  // of a tool
  Symbol message_id = kNoSymbol;
  SmallList<EntryIndex, 4> lines;
};

SentMessage::Part whole_line(const Transcript& transcript, EntryIndex index) {
  SentMessage::Part part{index, {}};
  for (std::uint32_t i = 0; i < transcript[index].block_count; ++i) part.blocks.push_back(i);
  return part;
}

class Sender {
 public:
  Sender(const Transcript& transcript, const ChosenPath& path)
      : t_(transcript),
        path_(path),
        rules_(*rules_of(path.rules).send),
        model_(rules_.lone_thinking ? "" : resumed_model(transcript, path)),
        message_of_(transcript.symbols.size(), kNoMessage),
        says_something_(transcript.symbols.size(), false),
        answered_(transcript.symbols.size(), false),
        has_result_(transcript.symbols.size(), false),
        unresolved_kept_(transcript.symbols.size(), false) {}

  // All that has a voice, nothing dropped.
  std::vector<SentMessage> run_loaded() {
    group();
    std::vector<SentMessage> loaded;
    for (const ApiMessage& message : messages_) {
      SentMessage& one = loaded.emplace_back();
      one.assistant = message.assistant;
      for (const EntryIndex index : message.lines) one.parts.push_back(whole_line(t_, index));
    }
    return loaded;
  }

  std::vector<SentMessage> run() {
    group();
    find_answers();
    if (rules_.strict_results) keep_unresolved_of_stopped_turn();
    find_said();
    std::vector<SentMessage> sent;
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      SentMessage message;
      message.assistant = messages_[i].assistant;
      message.parts = message.assistant ? assistant_parts(messages_[i]) : user_parts(i);
      if (!message.parts.empty()) sent.push_back(std::move(message));
    }
    return sent;
  }

 private:
  bool speaks(const Entry& line) const {
    switch (line.type) {
      case EntryType::kUser:
        return true;
      case EntryType::kAssistant:
        return !line.api_error || rules_.api_errors;
      case EntryType::kAttachment:
        return attachment_speaks(line);
      case EntryType::kSystem:
        return rules_.local_commands && t_.text(line.subtype) == "local_command";
      default:
        return false;
    }
  }

  bool attachment_speaks(const Entry& line) const {
    if (!rules_.attachments || !line.attachment_says) return false;
    const std::string_view type = t_.text(line.subtype);
    const std::string_view event = t_.text(t_.extra(line).detail);
    if (type == "hook_success") return event == "SessionStart" || event == "UserPromptSubmit";
    for (std::string_view silent :
         {"async_hook_response", "hook_cancelled", "hook_system_message", "hook_non_blocking_error",
          "task_reminder", "command_permissions", "prompt_snapshot", "session_context"}) {
      if (type == silent) return false;
    }
    if (type == "todo_reminder") return rules_.todo_reminders;
    for (std::string_view announcement :
         {"deferred_tools_delta", "mcp_instructions_delta", "skill_listing", "agent_listing_delta",
          "environment", "model", "date", "remote_session_change"}) {
      if (type == announcement) return rules_.announcements;
    }
    return true;
  }

  // Words of a person between two lines of one message keep them apart.
  bool is_real_prompt(const Entry& line) const {
    if (line.type == EntryType::kSystem) return true;
    return line.type == EntryType::kUser && !line.meta && !has_results(t_, line);
  }

  void group() {
    for (const EntryIndex index : path_.chain) {
      const Entry& line = t_[index];
      if (!speaks(line)) continue;
      if (line.type == EntryType::kAssistant) {
        message_to_continue(line.message_id).lines.push_back(index);
      } else {
        if (messages_.empty() || messages_.back().assistant) messages_.emplace_back();
        ApiMessage& message = messages_.back();
        message.lines.push_back(index);
        message.has_prompt |= is_real_prompt(line);
        message.has_words |= line.type != EntryType::kAttachment;
        message.has_result |= line.type == EntryType::kUser && has_results(t_, line);
      }
    }
  }

  // The message that a line with this id continues, else a new one. What separates two lines of one
  // id is found when the later one comes: from then on nothing is added to what lies before it.
  ApiMessage& message_to_continue(Symbol id) {
    if (!messages_.empty() && !messages_.back().assistant && separates(messages_.back())) {
      first_open_ = messages_.size();
    }
    std::size_t& known = message_of_[id];
    if (id != kNoSymbol && known != kNoMessage && known >= first_open_) return messages_[known];
    if (!rules_.joins_across_answers) first_open_ = messages_.size();
    known = messages_.size();
    return messages_.emplace_back(ApiMessage{.assistant = true, .message_id = id, .lines = {}});
  }

  bool separates(const ApiMessage& user) const {
    if (user.has_prompt && !rules_.joins_across_answers) return true;
    return user.has_words && !user.has_result;
  }

  template <class Visit>
  void each_block(const ApiMessage& message, BlockKind kind, Visit visit) const {
    for (const EntryIndex index : message.lines) {
      for (const Block& block : t_.blocks_of(t_[index])) {
        if (block.kind == kind) visit(block);
      }
    }
  }

  // Strictly the result is in the very next message, and the first counts; else it may be anywhere.
  void find_answers() {
    std::vector<bool> called(t_.symbols.size(), false);
    for (const EntryIndex index : path_.chain) {
      for (const Block& block : t_.blocks_of(t_[index])) {
        if (block.kind == BlockKind::kToolResult) has_result_[block.id] = true;
        if (block.kind == BlockKind::kToolUse) called[block.id] = true;
      }
    }
    if (!rules_.strict_results) {
      for (std::size_t i = 0; i < called.size(); ++i) answered_[i] = called[i] && has_result_[i];
      return;
    }
    answers_.resize(messages_.size());
    for (std::size_t i = 0; i + 1 < messages_.size(); ++i) {
      if (!messages_[i].assistant || messages_[i + 1].assistant) continue;
      std::vector<Symbol> calls;
      each_block(messages_[i], BlockKind::kToolUse, [&](const Block& b) { calls.push_back(b.id); });
      std::sort(calls.begin(), calls.end());
      each_block(messages_[i + 1], BlockKind::kToolResult, [&](const Block& b) {
        if (answered_[b.id] || !std::binary_search(calls.begin(), calls.end(), b.id)) return;
        answered_[b.id] = true;
        answers_[i + 1].push_back(&b);
      });
      std::sort(answers_[i + 1].begin(), answers_[i + 1].end());
    }
  }

  // If the session stopped inside a tool turn, its calls without a result are sent as interrupted.
  void keep_unresolved_of_stopped_turn() {
    const auto& chain = path_.chain;
    const auto is_talk = [&](EntryIndex i) {
      return t_[i].is_conversation() && !(t_[i].type == EntryType::kUser && t_[i].meta);
    };
    const auto last = std::find_if(chain.rbegin(), chain.rend(), is_talk);
    if (last == chain.rend()) return;
    const Entry& end = t_[*last];
    if (!has_block(t_, end, BlockKind::kToolUse) && !has_results(t_, end)) return;
    for (auto line = chain.rbegin(); line != chain.rend(); ++line) {
      const Entry& entry = t_[*line];
      if (entry.type == EntryType::kUser && is_real_prompt(entry)) break;
      if (entry.type != EntryType::kAssistant) continue;
      for (const Block& block : t_.blocks_of(entry)) {
        if (block.kind == BlockKind::kToolUse) unresolved_kept_[block.id] = true;
      }
    }
  }

  // Which message ids have something said or called that goes out: only beside it does thinking.
  void find_said() {
    for (const ApiMessage& message : messages_) {
      if (message.assistant && says_something(message)) says_something_[message.message_id] = true;
    }
  }
  bool says_something(const ApiMessage& message) const {
    bool says = false;
    each_block(message, BlockKind::kText, [&](const Block& b) { says |= b.visible; });
    each_block(message, BlockKind::kToolUse, [&](const Block& b) { says |= call_is_sent(b); });
    return says;
  }

  // What is signed or redacted can be read only by the model that wrote it.
  bool thinking_is_sent(const Entry& line, const Block& block, bool says_something) const {
    if (rules_.lone_thinking) return true;
    const bool sealed = block.has_mark || block.kind == BlockKind::kRedactedThinking;
    return says_something && (!sealed || model_key(t_.text(line.model)) == model_);
  }

  bool call_is_sent(const Block& block) const {
    if (answered_[block.id] || unresolved_kept_[block.id]) return true;
    return rules_.strict_results && has_result_[block.id];  // sent as "result missing"
  }

  bool block_is_sent(const Entry& line, const Block& block, bool says_something) const {
    switch (block.kind) {
      case BlockKind::kText:
        return block.visible || rules_.blank_texts;
      case BlockKind::kToolUse:
        return call_is_sent(block);
      case BlockKind::kThinking:
      case BlockKind::kRedactedThinking:
        return thinking_is_sent(line, block, says_something);
      default:
        return true;
    }
  }

  // Lines with text or thinking come before those that only call.
  std::vector<SentMessage::Part> assistant_parts(const ApiMessage& message) const {
    const bool says = message.message_id == kNoSymbol ? says_something(message)
                                                      : says_something_[message.message_id];
    std::vector<SentMessage::Part> parts;
    std::vector<SentMessage::Part> calls;
    for (const EntryIndex index : message.lines) {
      SentMessage::Part part{index, {}};
      bool only_calls = true;
      const auto blocks = t_.blocks_of(t_[index]);
      for (std::uint32_t i = 0; i < blocks.size(); ++i) {
        if (!block_is_sent(t_[index], blocks[i], says)) continue;
        part.blocks.push_back(i);
        only_calls = only_calls && blocks[i].kind == BlockKind::kToolUse;
      }
      // An empty assistant line is sent as "(no content)".
      if (part.blocks.empty() && !blocks.empty()) continue;
      (only_calls && !blocks.empty() ? calls : parts).push_back(std::move(part));
    }
    std::move(calls.begin(), calls.end(), std::back_inserter(parts));
    return parts;
  }

  std::vector<SentMessage::Part> user_parts(std::size_t i) const {
    std::vector<SentMessage::Part> parts;
    std::vector<SentMessage::Part> texts;
    for (const EntryIndex index : messages_[i].lines) {
      const Entry& line = t_[index];
      SentMessage::Part part{index, {}};
      const bool results = line.type == EntryType::kUser && has_results(t_, line);
      const auto blocks = t_.blocks_of(line);
      for (std::uint32_t b = 0; b < blocks.size(); ++b) {
        if (!results || result_is_sent(i, blocks[b])) part.blocks.push_back(b);
      }
      if (results && part.blocks.empty()) continue;
      (results || !rules_.results_first ? parts : texts).push_back(std::move(part));
    }
    std::move(texts.begin(), texts.end(), std::back_inserter(parts));
    return parts;
  }

  bool result_is_sent(std::size_t i, const Block& block) const {
    if (block.kind != BlockKind::kToolResult || !rules_.strict_results) return true;
    return std::binary_search(answers_[i].begin(), answers_[i].end(), &block);
  }

  const Transcript& t_;
  const ChosenPath& path_;
  const SendRules& rules_;
  static constexpr std::size_t kNoMessage = SIZE_MAX;

  std::string model_;                    // that the conversation is resumed with
  std::vector<std::size_t> message_of_;  // by message id: the last message of it
  std::vector<bool> says_something_;     // by message id
  std::size_t first_open_ = 0;           // messages before it take no more lines
  std::vector<ApiMessage> messages_;
  std::vector<std::vector<const Block*>> answers_;  // by message: the results that count
  std::vector<bool> answered_;                      // by call id
  std::vector<bool> has_result_;
  std::vector<bool> unresolved_kept_;
};

}  // namespace

std::vector<SentMessage> sent_messages(const Transcript& transcript, const ChosenPath& path) {
  if (rules_of(path.rules).send != nullptr) return Sender(transcript, path).run();
  // Who only lists lines: each is a message of its own, whole.
  std::vector<SentMessage> sent;
  for (const EntryIndex index : path.chain) {
    SentMessage& message = sent.emplace_back();
    message.assistant = transcript[index].type == EntryType::kAssistant;
    message.parts.push_back(whole_line(transcript, index));
  }
  return sent;
}

std::vector<SentMessage> loaded_messages(const Transcript& transcript, const ChosenPath& path) {
  if (rules_of(path.rules).send == nullptr) return sent_messages(transcript, path);
  return Sender(transcript, path).run_loaded();
}

std::vector<EntryIndex> sent_entries(const Transcript& transcript, const ChosenPath& path) {
  std::vector<EntryIndex> entries;
  for (const SentMessage& message : sent_messages(transcript, path)) {
    for (const SentMessage::Part& part : message.parts) entries.push_back(part.entry);
  }
  return entries;
}

}  // namespace clew
