// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "base/small_list.h"
#include "transcript/transcript.h"

namespace clew {

// What a message is to its reader.
enum class MessageKind : std::uint8_t {
  kPrompt,
  kQueued,
  kCommand,
  kCommandOutput,
  kShell,
  kShellOutput,
  kNotification,
  kInterruption,
  kHookFeedback,
  kMeta,
  kCompactSummary,
  kCompaction,  // the boundary itself: what was before it is no longer in the model's context
  kNotice,      // a system line for people
  kAnswer,
  kApiError,
  kOrphanResult,  // a tool result whose call is not there
  kAttachment,    // context that the CLI added for the model
};

enum class Role : std::uint8_t { kUser, kAssistant, kSystem };
enum class ToolState : std::uint8_t { kPending, kSuccess, kFailed };

std::string_view name_of(MessageKind kind);
std::string_view name_of(Role role);
std::string_view name_of(ToolState state);
constexpr MessageKind last_of(MessageKind) { return MessageKind::kAttachment; }
constexpr Role last_of(Role) { return Role::kSystem; }
constexpr ToolState last_of(ToolState) { return ToolState::kFailed; }

// A tool_use joined with its tool_result, wherever that stands.
struct ToolCallPlan {
  EntryIndex call = kNoEntry;
  std::uint32_t block = 0;        // which block of the call's line
  SmallList<EntryIndex> results;  // the first counts, further ones are repeats
  ToolState state = ToolState::kPending;
};

// One message: which lines make it. Holds no text; MessageReader fetches that.
struct MessagePlan {
  Role role = Role::kUser;
  MessageKind kind = MessageKind::kPrompt;
  SmallList<EntryIndex, 4> entries;
  std::vector<ToolCallPlan> tools;
  SmallList<std::uint32_t> orphans;  // blocks of a user line: results whose call is not there
};

enum class Detail : std::uint8_t {
  kShown,  // what a person saw
  kAll,    // also meta lines, attachments and every system line
};

// A line with which a run of the CLI began (system/init) or a turn ended (result).
bool is_run_note(const Transcript& transcript, const Entry& line);

// Joins lines, in the order given, into messages: assistant lines of one message.id are one, tool
// results go to their calls, bookkeeping disappears.
std::vector<MessagePlan> plan_messages(const Transcript& transcript,
                                       std::span<const EntryIndex> entries,
                                       Detail detail = Detail::kShown);

}  // namespace clew
