// SPDX-License-Identifier: MIT
//
// The names that a line of a transcript gives to its members. No other file knows them: whoever
// reads a line walks it once (LineFields) and asks for what it needs, and whoever writes one takes
// the names from here. What a line means to each of its readers stands beside this: an entry
// (entry_parser.h), texts to be searched (passages.h), what was paid for (line_usage.h), labels and
// facts for lists (label_lines.h, line_facts.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "json/value.h"

namespace clew {

enum class Field : std::uint8_t {
  kType,
  kUuid,
  kParent,
  kLogicalParent,
  kSourceAssistant,
  kTimestamp,
  kSession,
  kStreamSession,
  kVersion,
  kCliVersion,
  kCwd,
  kGitBranch,
  kEntrypoint,
  kSlug,
  kUserType,
  kForkedFrom,
  kRepairedFrom,
  kSidechain,
  kMeta,
  kCompactSummary,
  kTranscriptOnly,
  kApiError,
  kReplay,
  kSynthetic,
  kAgent,
  kRequest,
  kMessage,
  kContexts,
  kSubtype,
  kError,
  kAttachment,
  kRendered,
  kData,
  kToolUseResult,
  kParentTool,
  kStreamParentTool,
  kDuration,
  kCompact,
  kMicroCompact,
  kLeaf,
  kExplicit,
  kLastPrompt,
  kSummary,
  kCustomTitle,
  kAiTitle,
  kTag,
  kAgentName,
  kMessageId,
  kSnapshotMessage,
  kSnapshot,
  kSnapshotUpdate,
  kTrackingPath,
  kBackup,
  kOperation,
  kUsage,
  kCost,
  kStreamCost,
  kCostState,
  kContent,
  kEvent,
  kModel,
  kOrigin,
  kNone,  // a member that is none of them
};
inline constexpr std::size_t kFieldCount = static_cast<std::size_t>(Field::kNone);

// As files have it; some have another name in streams.
std::string_view name_of(Field field);
// By any of its names; kNone for all others.
Field field_of(std::string_view name);

// The members of `message`, as far as they are known.
struct MessageFields {
  json::Value content, id, model, stop_reason, usage;

  MessageFields() = default;
  explicit MessageFields(json::Value message);
};

// The members of a block of `message.content`, of any kind.
struct BlockFields {
  json::Value type, text, thinking, signature;
  json::Value id, name, input;                 // of a call
  json::Value tool_use_id, is_error, content;  // of a result

  explicit BlockFields(json::Value block);
};

// A line, walked once: which members it has. Of a member that is there twice the last counts.
// Borrows from the parser, as its values do.
class LineFields {
 public:
  LineFields() = default;  // of a line that could not be read
  explicit LineFields(json::Value line);

  json::Value line() const { return line_; }
  bool is_missing() const { return line_.is_missing(); }

  json::Value operator[](Field field) const { return values_[static_cast<std::size_t>(field)]; }
  std::string_view text(Field field) const { return (*this)[field].string_or(""); }
  bool flag(Field field) const { return (*this)[field].bool_or(false); }
  const MessageFields& message() const { return message_; }
  // Known names that were there before.
  const std::vector<std::string_view>& repeated() const { return repeated_; }

 private:
  json::Value line_;
  std::array<json::Value, kFieldCount> values_;
  MessageFields message_;
  std::vector<std::string_view> repeated_;
};

// A time as lines have it, a text or a number; kNoTime for anything else.
TimeMs time_of(json::Value value);

}  // namespace clew
