// SPDX-License-Identifier: MIT

#include "transcript/conversation.h"

#include <unordered_map>
#include <utility>

#include "transcript/parallel_calls.h"

namespace clew {
namespace {

MessageKind kind_of(PromptKind prompt) {
  switch (prompt) {
    case PromptKind::kQueued:
      return MessageKind::kQueued;
    case PromptKind::kMeta:
    case PromptKind::kCaveat:
      return MessageKind::kMeta;
    case PromptKind::kCommand:
      return MessageKind::kCommand;
    case PromptKind::kCommandOutput:
      return MessageKind::kCommandOutput;
    case PromptKind::kShell:
      return MessageKind::kShell;
    case PromptKind::kShellOutput:
      return MessageKind::kShellOutput;
    case PromptKind::kNotification:
      return MessageKind::kNotification;
    case PromptKind::kInterruption:
      return MessageKind::kInterruption;
    case PromptKind::kHookFeedback:
      return MessageKind::kHookFeedback;
    case PromptKind::kCompactSummary:
      return MessageKind::kCompactSummary;
    case PromptKind::kToolResult:
      return MessageKind::kOrphanResult;
    case PromptKind::kNone:
    case PromptKind::kTyped:
      return MessageKind::kPrompt;
  }
  return MessageKind::kPrompt;
}

// System lines that a person saw in the terminal. The others are for the CLI itself.
bool is_shown(std::string_view subtype) {
  for (std::string_view shown : {"", "local_command", "compact_boundary", "microcompact_boundary",
                                 "away_summary", "informational", "bridge_status"}) {
    if (subtype == shown) return true;
  }
  return false;
}

// A number for every symbol, -1 unless set. For few lines of a large transcript (a page, one
// preview) only what was set is held, so that planning them takes time for them alone.
class BySymbol {
 public:
  BySymbol(std::size_t symbols, std::size_t lines) {
    constexpr std::size_t kFew = 16;
    if (symbols / kFew <= lines) dense_.assign(symbols, kUnset);
  }
  std::int32_t& operator[](Symbol symbol) {
    return dense_.empty() ? sparse_.try_emplace(symbol, kUnset).first->second : dense_[symbol];
  }

 private:
  static constexpr std::int32_t kUnset = -1;
  std::vector<std::int32_t> dense_;
  std::unordered_map<Symbol, std::int32_t> sparse_;
};

class Planner {
 public:
  Planner(const Transcript& t, std::size_t lines, Detail detail)
      : t_(t), all_(detail == Detail::kAll), by_call_(t.symbols.size(), lines) {}

  std::vector<MessagePlan> run(std::span<const EntryIndex> entries) {
    plans_.reserve(most_messages(entries));
    for (const EntryIndex index : entries) {
      const Entry& line = t_[index];
      switch (line.type) {
        case EntryType::kAssistant:
          add_assistant(index, line);
          break;
        case EntryType::kUser:
          add_user(index, line);
          break;
        case EntryType::kSystem:
          add_system(index, line);
          break;
        case EntryType::kAttachment:
          add_attachment(index, line);
          break;
        case EntryType::kResult:
          add(Role::kSystem, MessageKind::kNotice, index);
          break;
        default:
          break;
      }
    }
    drop_taken_results();
    return std::move(plans_);
  }

 private:
  using OpenMessages = std::unordered_map<Symbol, std::int32_t>;  // by message.id
  struct CallPlace {
    std::int32_t message;
    std::uint32_t tool;
  };
  // A result whose call has not come yet.
  struct EarlyResult {
    EntryIndex entry;
    std::uint32_t block;
    bool failed;
    bool taken;
    std::int32_t message;   // of this line; -1: none
    std::int32_t previous;  // early result of the same call
  };

  // Vectors that grow by doubling would hold a long conversation twice for a moment.
  std::size_t most_messages(std::span<const EntryIndex> entries) const {
    std::size_t count = 0;
    Symbol last = kNoSymbol;
    for (const EntryIndex index : entries) {
      const Entry& line = t_[index];
      if (line.prompt == PromptKind::kToolResult) continue;
      if (line.message_id == kNoSymbol || line.message_id != last) ++count;
      last = line.message_id;
    }
    return count;
  }

  static std::size_t index_of(std::int32_t at) { return static_cast<std::size_t>(at); }

  MessagePlan& add(Role role, MessageKind kind, EntryIndex index) {
    MessagePlan& plan = plans_.emplace_back();
    plan.role = role;
    plan.kind = kind;
    plan.entries.push_back(index);
    return plan;
  }

  // A line continues the message with its id until somebody else has spoken in between.
  MessagePlan* open_message(const Entry& line) {
    if (line.message_id == kNoSymbol) return nullptr;
    const auto open = open_messages_.find(line.message_id);
    return open == open_messages_.end() ? nullptr : &plans_[index_of(open->second)];
  }

  void add_assistant(EntryIndex index, const Entry& line) {
    const bool error = line.api_error;
    // "No response requested.": the CLI's own words after a resume, said to nobody.
    if (!all_ && !error && t_.text(line.model) == kSyntheticModel) return;
    MessagePlan* plan = error ? nullptr : open_message(line);
    if (plan) {
      plan->entries.push_back(index);
    } else {
      if (!all_ && !error && line.block_count == 0) return;
      plan = &add(Role::kAssistant, error ? MessageKind::kApiError : MessageKind::kAnswer, index);
      if (!error) open_messages_[line.message_id] = static_cast<std::int32_t>(plans_.size()) - 1;
    }
    const auto message = static_cast<std::int32_t>(plan - plans_.data());
    const auto blocks = t_.blocks_of(line);
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].kind == BlockKind::kToolResult) join_result(index, blocks[i]);
      if (blocks[i].kind != BlockKind::kToolUse) continue;
      std::int32_t& call = by_call_[blocks[i].id];
      if (blocks[i].id != kNoSymbol && call >= 0 && calls_[index_of(call)].message == message) {
        continue;  // the same call on two lines
      }
      call = static_cast<std::int32_t>(calls_.size());
      calls_.push_back({message, static_cast<std::uint32_t>(plan->tools.size())});
      ToolCallPlan& tool = plan->tools.emplace_back();
      tool.call = index;
      tool.block = i;
      take_early_results(blocks[i].id, tool);
    }
  }

  // Results that came before their call: the first call with their id takes them all.
  void take_early_results(Symbol id, ToolCallPlan& tool) {
    if (id == kNoSymbol) return;
    const auto last = early_.find(id);
    if (last == early_.end()) return;
    const std::size_t first = taken_.size();
    for (std::int32_t at = last->second; at >= 0; at = early_results_[index_of(at)].previous) {
      taken_.push_back(at);
    }
    early_.erase(last);
    for (std::size_t i = taken_.size(); i-- > first;) {
      EarlyResult& early = early_results_[index_of(taken_[i])];
      early.taken = true;
      settle(tool, early.entry, early.failed);
    }
  }

  // What a call took no longer stands on its own.
  void drop_taken_results() {
    for (const EarlyResult& early : early_results_) {
      if (!early.taken && early.message >= 0) {
        plans_[index_of(early.message)].orphans.push_back(early.block);
      }
    }
    std::erase_if(plans_, [](const MessagePlan& plan) {
      return plan.kind == MessageKind::kOrphanResult && plan.orphans.empty();
    });
  }

  static void settle(ToolCallPlan& tool, EntryIndex result, bool failed) {
    if (tool.results.empty()) tool.state = failed ? ToolState::kFailed : ToolState::kSuccess;
    tool.results.push_back(result);
  }

  bool join_result(EntryIndex index, const Block& block) {
    if (block.id == kNoSymbol) return false;
    const std::int32_t call = by_call_[block.id];
    if (call < 0) return false;
    const CallPlace place = calls_[index_of(call)];
    settle(plans_[index_of(place.message)].tools[place.tool], index, block.has_mark);
    return true;
  }

  void add_user(EntryIndex index, const Entry& line) {
    const auto blocks = t_.blocks_of(line);
    orphans_.clear();
    for (std::uint32_t i = 0; i < blocks.size(); ++i) {
      if (blocks[i].kind == BlockKind::kToolResult && !join_result(index, blocks[i])) {
        orphans_.push_back(i);
      }
    }
    if (line.prompt == PromptKind::kToolResult && orphans_.empty()) return;
    const std::int32_t message = add_prompt(index, line);
    for (const std::uint32_t block : orphans_) {
      std::int32_t& last = early_.try_emplace(blocks[block].id, -1).first->second;
      early_results_.push_back({index, block, blocks[block].has_mark, false, message, last});
      last = static_cast<std::int32_t>(early_results_.size()) - 1;
    }
  }

  // Returns the message, or -1 for a line that is not shown.
  std::int32_t add_prompt(EntryIndex index, const Entry& line) {
    const MessageKind kind = kind_of(line.prompt);
    if (kind == MessageKind::kMeta && !all_) return -1;
    if (kind != MessageKind::kOrphanResult && kind != MessageKind::kMeta) {
      if (!all_ && !has_content(line)) return -1;
      // Somebody else has spoken. Not clear(), which takes time for the most it ever held.
      if (!open_messages_.empty()) open_messages_ = OpenMessages();
    }
    add(Role::kUser, kind, index);
    return static_cast<std::int32_t>(plans_.size()) - 1;
  }

  bool has_content(const Entry& line) const {
    for (const Block& block : t_.blocks_of(line)) {
      if (block.visible || block.kind == BlockKind::kImage || block.kind == BlockKind::kDocument ||
          block.kind == BlockKind::kUnknown || block.kind == BlockKind::kToolResult) {
        return true;
      }
    }
    return false;
  }

  void add_system(EntryIndex index, const Entry& line) {
    const std::string_view subtype = t_.text(line.subtype);
    if (subtype == "compact_boundary") {
      add(Role::kSystem, MessageKind::kCompaction, index);
    } else if (subtype == "local_command" && line.prompt != PromptKind::kTyped) {
      add(Role::kUser, kind_of(line.prompt), index);
    } else if (all_ || is_run_note(t_, line) ||
               (is_shown(subtype) && has_content(line) && !line.streamed)) {
      add(Role::kSystem, MessageKind::kNotice, index);
    }
  }

  void add_attachment(EntryIndex index, const Entry& line) {
    if (line.prompt == PromptKind::kQueued || line.prompt == PromptKind::kNotification) {
      add(Role::kUser, kind_of(line.prompt), index);
    } else if (all_) {
      add(Role::kSystem, MessageKind::kAttachment, index);
    }
  }

  const Transcript& t_;
  const bool all_;
  std::vector<MessagePlan> plans_;
  BySymbol by_call_;  // by symbol of the call's id: where in calls_
  std::vector<CallPlace> calls_;
  OpenMessages open_messages_;
  std::unordered_map<Symbol, std::int32_t> early_;  // by a call's id: its last early result
  std::vector<EarlyResult> early_results_;
  std::vector<std::int32_t> taken_;     // early results that found their calls
  std::vector<std::uint32_t> orphans_;  // of the line being added
};

}  // namespace

std::string_view name_of(MessageKind kind) {
  switch (kind) {
    case MessageKind::kPrompt:
      return "prompt";
    case MessageKind::kQueued:
      return "queued";
    case MessageKind::kCommand:
      return "command";
    case MessageKind::kCommandOutput:
      return "command-output";
    case MessageKind::kShell:
      return "shell";
    case MessageKind::kShellOutput:
      return "shell-output";
    case MessageKind::kNotification:
      return "notification";
    case MessageKind::kInterruption:
      return "interruption";
    case MessageKind::kHookFeedback:
      return "hook-feedback";
    case MessageKind::kMeta:
      return "meta";
    case MessageKind::kCompactSummary:
      return "compact-summary";
    case MessageKind::kCompaction:
      return "compaction";
    case MessageKind::kNotice:
      return "notice";
    case MessageKind::kAnswer:
      return "answer";
    case MessageKind::kApiError:
      return "api-error";
    case MessageKind::kOrphanResult:
      return "orphan-result";
    case MessageKind::kAttachment:
      return "attachment";
  }
  return "";
}

std::string_view name_of(Role role) {
  switch (role) {
    case Role::kUser:
      return "user";
    case Role::kAssistant:
      return "assistant";
    case Role::kSystem:
      return "system";
  }
  return "";
}

std::string_view name_of(ToolState state) {
  switch (state) {
    case ToolState::kPending:
      return "pending";
    case ToolState::kSuccess:
      return "success";
    case ToolState::kFailed:
      return "failed";
  }
  return "";
}

bool is_run_note(const Transcript& transcript, const Entry& line) {
  return line.type == EntryType::kResult ||
         (line.type == EntryType::kSystem && transcript.text(line.subtype) == "init");
}

std::vector<MessagePlan> plan_messages(const Transcript& transcript,
                                       std::span<const EntryIndex> entries, Detail detail) {
  return Planner(transcript, entries.size(), detail).run(entries);
}

}  // namespace clew
