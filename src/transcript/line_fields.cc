// SPDX-License-Identifier: MIT
#include "transcript/line_fields.h"

#include <cmath>

namespace clew {
namespace {

using json::Value;

struct FieldRow {
  std::string_view name;
  Field field;
};

// Of several names of one field the first is that of files.
constexpr FieldRow kFields[] = {
    {"type", Field::kType},
    {"uuid", Field::kUuid},
    {"parentUuid", Field::kParent},
    {"logicalParentUuid", Field::kLogicalParent},
    {"sourceToolAssistantUUID", Field::kSourceAssistant},
    {"timestamp", Field::kTimestamp},
    {"sessionId", Field::kSession},
    {"session_id", Field::kStreamSession},
    {"version", Field::kVersion},
    {"claude_code_version", Field::kCliVersion},
    {"cwd", Field::kCwd},
    {"gitBranch", Field::kGitBranch},
    {"entrypoint", Field::kEntrypoint},
    {"slug", Field::kSlug},
    {"userType", Field::kUserType},
    {"forkedFrom", Field::kForkedFrom},
    {"repairedFrom", Field::kRepairedFrom},
    {"isSidechain", Field::kSidechain},
    {"isMeta", Field::kMeta},
    {"isCompactSummary", Field::kCompactSummary},
    {"isVisibleInTranscriptOnly", Field::kTranscriptOnly},
    {"isApiErrorMessage", Field::kApiError},
    {"is_api_error_message", Field::kApiError},
    {"isReplay", Field::kReplay},
    {"isSynthetic", Field::kSynthetic},
    {"agentId", Field::kAgent},
    {"agent_id", Field::kAgent},
    {"requestId", Field::kRequest},
    {"request_id", Field::kRequest},
    {"message", Field::kMessage},
    {"contexts", Field::kContexts},
    {"subtype", Field::kSubtype},
    {"error", Field::kError},
    {"attachment", Field::kAttachment},
    {"rendered", Field::kRendered},
    {"data", Field::kData},
    {"toolUseResult", Field::kToolUseResult},
    {"tool_use_result", Field::kToolUseResult},
    {"parentToolUseID", Field::kParentTool},
    {"parent_tool_use_id", Field::kStreamParentTool},
    {"durationMs", Field::kDuration},
    {"compactMetadata", Field::kCompact},
    {"microcompactMetadata", Field::kMicroCompact},
    {"leafUuid", Field::kLeaf},
    {"explicit", Field::kExplicit},
    {"lastPrompt", Field::kLastPrompt},
    {"summary", Field::kSummary},
    {"customTitle", Field::kCustomTitle},
    {"aiTitle", Field::kAiTitle},
    {"tag", Field::kTag},
    {"agentName", Field::kAgentName},
    {"messageId", Field::kMessageId},
    {"snapshotMessageId", Field::kSnapshotMessage},
    {"snapshot", Field::kSnapshot},
    {"isSnapshotUpdate", Field::kSnapshotUpdate},
    {"trackingPath", Field::kTrackingPath},
    {"backup", Field::kBackup},
    {"operation", Field::kOperation},
    {"usage", Field::kUsage},
    {"costUSD", Field::kCost},
    {"total_cost_usd", Field::kStreamCost},
    {"totalCostUSD", Field::kCostState},
    {"content", Field::kContent},
    {"event", Field::kEvent},
    {"model", Field::kModel},
    {"origin", Field::kOrigin},
};

// A line has some twenty keys, and each is looked up: a table with room to spare, so that nearly
// always the first row that is looked at is the one, or there is none.
class FieldIndex {
 public:
  constexpr FieldIndex() {
    for (std::size_t i = std::size(kFields); i-- > 0;) {
      std::size_t slot = slot_of(kFields[i].name);
      while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
      slots_[slot] = static_cast<std::uint8_t>(i + 1);
      first_[static_cast<std::size_t>(kFields[i].field)] = static_cast<std::uint8_t>(i);
    }
  }

  Field find(std::string_view name) const {
    if (name.empty()) return Field::kNone;
    for (std::size_t slot = slot_of(name); slots_[slot] != 0; slot = (slot + 1) % slots_.size()) {
      const FieldRow& row = kFields[slots_[slot] - 1];
      if (row.name == name) return row.field;
    }
    return Field::kNone;
  }
  std::string_view name_of(Field field) const {
    return kFields[first_[static_cast<std::size_t>(field)]].name;
  }

 private:
  static constexpr std::size_t slot_of(std::string_view name) {
    const auto byte = [name](std::size_t at) {
      return std::size_t{static_cast<unsigned char>(name[at])};
    };
    return (name.size() * 37 + byte(0) * 5 + byte(name.size() / 2) * 3 + byte(name.size() - 1)) %
           kSlots;
  }

  static constexpr std::size_t kSlots = 256;
  std::array<std::uint8_t, kSlots> slots_{};       // row + 1; 0: none
  std::array<std::uint8_t, kFieldCount> first_{};  // of each field
};
constexpr FieldIndex kFieldIndex;

}  // namespace

std::string_view name_of(Field field) { return kFieldIndex.name_of(field); }
Field field_of(std::string_view name) { return kFieldIndex.find(name); }

MessageFields::MessageFields(Value message) {
  for (const auto& [key, value] : message.members()) {
    if (key == "content")
      content = value;
    else if (key == "id")
      id = value;
    else if (key == "model")
      model = value;
    else if (key == "stop_reason")
      stop_reason = value;
    else if (key == "usage")
      usage = value;
  }
}

BlockFields::BlockFields(Value block) {
  for (const auto& [key, value] : block.members()) {
    if (key == "type")
      type = value;
    else if (key == "text")
      text = value;
    else if (key == "thinking")
      thinking = value;
    else if (key == "signature")
      signature = value;
    else if (key == "id")
      id = value;
    else if (key == "name")
      name = value;
    else if (key == "input")
      input = value;
    else if (key == "tool_use_id")
      tool_use_id = value;
    else if (key == "is_error")
      is_error = value;
    else if (key == "content")
      content = value;
  }
}

LineFields::LineFields(Value line) : line_(line) {
  for (const auto& [key, value] : line.members()) {
    const Field field = kFieldIndex.find(key);
    if (field == Field::kNone) continue;
    Value& slot = values_[static_cast<std::size_t>(field)];
    if (!slot.is_missing()) repeated_.push_back(key);
    slot = value;
  }
  message_ = MessageFields((*this)[Field::kMessage]);
}

TimeMs time_of(Value value) {
  if (value.is_string()) return parse_time(value.string_or("")).value_or(kNoTime);
  const double number = value.number_or(NAN);
  constexpr double kMaxTime = 8.64e15;  // as far as JavaScript's Date goes
  return std::abs(number) <= kMaxTime ? static_cast<TimeMs>(number) : kNoTime;
}

}  // namespace clew
