// SPDX-License-Identifier: MIT
//
// One line in, one entry out. What hangs together (message, attachment, compaction, ...) is read
// after all members of the line are known, because the order of keys differs between versions and
// `type` may come last.

#include "transcript/entry_parser.h"

#include <string>

#include "base/numbers.h"
#include "base/text.h"
#include "transcript/entry_types.h"
#include "transcript/prompt_kind.h"
#include "transcript/usage_fields.h"

namespace clew {
namespace {

using json::Kind;
using json::Value;

constexpr std::string_view kZeroUuid = "00000000-0000-0000-0000-000000000000";

Finding finding_at(const EntryParser::Place& place, Finding::Kind kind, std::string reason) {
  return {kind, {}, std::move(reason), place.line, place.offset, place.length};
}

class LineReading {
 public:
  LineReading(Transcript& transcript, const LineFields& fields, const EntryParser::Place& place)
      : t_(transcript), fields_(fields), place_(place) {
    entry_.offset = place.offset;
    entry_.length = place.length;
    entry_.line = static_cast<std::int32_t>(place.line);
    entry_.after_bom = place.after_bom;
    entry_.first_block = static_cast<std::uint32_t>(transcript.blocks.size());
  }

  EntryIndex read() {
    for (const std::string_view key : fields_.repeated()) {
      report(Finding::Kind::kDuplicateKey,
             "\"" + std::string(key) + "\" is there twice; the last counts");
    }
    read_envelope();
    read_by_type();
    entry_.block_count = static_cast<std::uint32_t>(t_.blocks.size()) - entry_.first_block;
    store_origin_and_extra();
    t_.entries.push_back(entry_);
    return index_;
  }

 private:
  void store_origin_and_extra() {
    if (origin_ != Origin{}) {
      if (origin_ != t_.origins.back()) t_.origins.push_back(origin_);
      entry_.origin = static_cast<std::uint32_t>(t_.origins.size()) - 1;
    }
    if (extra_ != Extra{}) {
      t_.extras.push_back(extra_);
      entry_.extra = static_cast<std::uint32_t>(t_.extras.size()) - 1;
    }
  }

  Value field(Field name) const { return fields_[name]; }

  void report(Finding::Kind kind, std::string reason) {
    t_.report(finding_at(place_, kind, std::move(reason)));
  }
  void wrong_kind(std::string_view name, std::string_view wanted) {
    report(Finding::Kind::kWrongKind,
           "\"" + std::string(name) + "\" is not " + std::string(wanted));
  }

  Symbol symbol(Value value, std::string_view name) {
    switch (value.kind()) {
      case Kind::kString:
        return t_.symbols.intern(value.string_or(""));
      case Kind::kMissing:
      case Kind::kNull:
        return kNoSymbol;
      default:
        wrong_kind(name, "a text");
        return kNoSymbol;
    }
  }
  bool flag(Field name) {
    const Value value = field(name);
    const bool fine = value.kind() == Kind::kBool || value.kind() == Kind::kMissing ||
                      value.kind() == Kind::kNull;
    if (!fine) wrong_kind(name_of(name), "true or false");
    return value.bool_or(false);
  }

  void read_envelope() {
    const Value type = field(Field::kType);
    entry_.type = entry_type(type.string_or(""));
    if (only_name_of(entry_.type).empty()) extra_.type_name = symbol(type, "type");
    entry_.uuid = symbol(field(Field::kUuid), "uuid");
    entry_.parent = symbol(field(Field::kParent), "parentUuid");
    extra_.logical_parent = symbol(field(Field::kLogicalParent), "logicalParentUuid");
    origin_.version = symbol(field(Field::kVersion), "version");
    origin_.cwd = symbol(field(Field::kCwd), "cwd");
    origin_.git_branch = symbol(field(Field::kGitBranch), "gitBranch");
    origin_.agent = symbol(field(Field::kAgent), "agentId");
    entry_.request_id = symbol(field(Field::kRequest), "requestId");
    origin_.session = symbol(field(Field::kSession), "sessionId");
    if (origin_.session == kNoSymbol) {
      origin_.session = symbol(field(Field::kStreamSession), "session_id");
      entry_.streamed = origin_.session != kNoSymbol;
    }
    if (const Value time = field(Field::kTimestamp); !time.is_missing()) {
      entry_.time = time_of(time);
      if (entry_.time == kNoTime) wrong_kind("timestamp", "a time");
    }
    entry_.sidechain = flag(Field::kSidechain);
    entry_.meta = flag(Field::kMeta);
    entry_.compact_summary = flag(Field::kCompactSummary);
    entry_.transcript_only = flag(Field::kTranscriptOnly);
    entry_.api_error = flag(Field::kApiError);
    entry_.replay = flag(Field::kReplay);
    extra_.duration_ms = field(Field::kDuration).int_or(-1);
    if (entry_.streamed) read_stream_envelope();
  }

  // stream-json has no tree: what a subagent says is marked by the call that started it.
  void read_stream_envelope() {
    extra_.parent_tool = symbol(field(Field::kStreamParentTool), "parent_tool_use_id");
    if (extra_.parent_tool != kNoSymbol) entry_.sidechain = true;
    if (flag(Field::kSynthetic)) entry_.meta = true;
    if (origin_.version == kNoSymbol) {
      origin_.version = symbol(field(Field::kCliVersion), "claude_code_version");
    }
  }

  void read_by_type() {
    switch (entry_.type) {
      case EntryType::kUser:
      case EntryType::kAssistant:
        return read_message();
      case EntryType::kSystem:
        return read_system();
      case EntryType::kAttachment:
        return read_attachment();
      case EntryType::kProgress:
        return read_progress();
      case EntryType::kLastPrompt:
        return read_last_prompt();
      case EntryType::kSummary:
        return read_summary();
      case EntryType::kFileHistorySnapshot:
        return read_snapshot();
      case EntryType::kFileHistoryDelta:
        return read_delta();
      case EntryType::kCustomTitle:
        return read_label(t_.custom_title, Field::kCustomTitle);
      case EntryType::kAiTitle:
        return read_label(t_.ai_title, Field::kAiTitle);
      case EntryType::kTag:
        return read_label(t_.tag, Field::kTag);
      case EntryType::kAgentName:
        return read_label(t_.agent_name, Field::kAgentName);
      case EntryType::kQueueOperation:
        extra_.detail = symbol(field(Field::kOperation), "operation");
        return;
      case EntryType::kResult:
        entry_.subtype = symbol(field(Field::kSubtype), "subtype");
        return read_usage(field(Field::kUsage));
      case EntryType::kStreamEvent:
        entry_.subtype = symbol(field(Field::kEvent)["type"], "event.type");
        return;
      case EntryType::kUnknown:
        return count_unknown("entry", field(Field::kType).string_or(""));
      case EntryType::kBookkeeping:
      case EntryType::kControl:
        return;
    }
  }

  void count_unknown(std::string_view what, std::string_view type) {
    std::string name =
        std::string(what) + " " + (type.empty() ? "without type" : std::string(type));
    ++t_.unknown[{std::move(name), std::string(t_.text(origin_.version))}];
  }

  // ---- user and assistant

  void read_message() {
    const Value message = field(Field::kMessage);
    if (!message.is_object()) {
      // 1.0 wrote some assistant texts beside an empty message; anything else is odd.
      if (!message.is_missing()) wrong_kind("message", "an object");
    }
    const MessageFields& said = fields_.message();
    entry_.message_id = symbol(said.id, "message.id");
    entry_.model = symbol(said.model, "message.model");
    entry_.stop_reason = symbol(said.stop_reason, "message.stop_reason");
    if (entry_.type == EntryType::kUser) entry_.message_id = kNoSymbol;
    if (entry_.model == kNoSymbol) entry_.model = symbol(field(Field::kModel), "model");
    read_content(said.content);
    read_tool_use_result(field(Field::kToolUseResult));
    if (entry_.type == EntryType::kAssistant) {
      read_usage(said.usage.is_missing() ? field(Field::kUsage) : said.usage);
    } else {
      entry_.prompt = prompt_kind();
    }
  }

  void read_content(Value content) {
    if (content.is_string()) {
      first_text_ = content.string_or("");
      entry_.string_content = true;
      t_.blocks.push_back({BlockKind::kText, !is_blank(first_text_), false, kNoSymbol, kNoSymbol});
    } else if (content.is_array()) {
      for (const Value block : content.elements()) read_block(block);
    } else if (!content.is_missing() && content.kind() != Kind::kNull) {
      wrong_kind("message.content", "a text or a list");
    }
  }

  void read_block(Value value) {
    if (!value.is_object()) return wrong_kind("message.content[]", "an object");
    const BlockFields said(value);
    Block block;
    block.kind = block_kind(said.type.string_or(""));
    switch (block.kind) {
      case BlockKind::kText:
        block.visible = !is_blank(said.text.string_or(""));
        if (block.visible && first_text_.empty()) first_text_ = said.text.string_or("");
        break;
      case BlockKind::kThinking:
        block.visible = !is_blank(said.thinking.string_or(""));
        block.has_mark = !said.signature.string_or("").empty();
        break;
      case BlockKind::kToolUse:
      case BlockKind::kServerTool:
        block.id = symbol(said.id, "tool_use.id");
        block.name = symbol(said.name, "tool_use.name");
        break;
      case BlockKind::kToolResult:
        block.id = symbol(said.tool_use_id, "tool_result.tool_use_id");
        block.has_mark = said.is_error.bool_or(false);
        break;
      case BlockKind::kUnknown:
        block.name = symbol(said.type, "block type");
        count_unknown("block", said.type.string_or(""));
        break;
      default:
        break;
    }
    t_.blocks.push_back(block);
  }

  PromptKind prompt_kind() {
    // A stream has no flag for the summary of a compaction; all versions begin it like this.
    if (entry_.streamed &&
        first_text_.starts_with("This session is being continued from a previous conversation")) {
      entry_.compact_summary = true;
    }
    if (entry_.compact_summary) return PromptKind::kCompactSummary;
    bool result = false;
    bool readable = false;
    for (std::size_t i = entry_.first_block; i < t_.blocks.size(); ++i) {
      const Block& block = t_.blocks[i];
      result |= block.kind == BlockKind::kToolResult;
      readable |=
          block.visible || block.kind == BlockKind::kImage || block.kind == BlockKind::kDocument;
    }
    if (result && !readable) return PromptKind::kToolResult;
    const PromptKind kind = classify_prompt(first_text_, entry_.meta);
    const bool notified = field(Field::kOrigin)["kind"].string_or("") == "task-notification";
    return kind == PromptKind::kTyped && notified ? PromptKind::kNotification : kind;
  }

  void read_tool_use_result(Value result) {
    if (!result.is_object()) return;
    for (const auto& [key, value] : result.members()) {
      if (key == "agentId") extra_.started_agent = t_.symbols.intern(value.string_or(""));
      if (key == "durationMs" || key == "totalDurationMs") extra_.duration_ms = value.int_or(-1);
    }
  }

  void read_usage(Value value) {
    if (!value.is_object()) {
      if (!value.is_missing() && value.kind() != Kind::kNull) wrong_kind("usage", "an object");
      return;
    }
    const UsageFields usage(value);
    for (const UsageFields::Odd& odd : usage.odd) {
      wrong_kind("usage." + std::string(odd.name), "a believable count");
    }
    // The lines of one response mostly say the same.
    if (t_.usages.empty() || t_.usages.back() != usage.tokens) t_.usages.push_back(usage.tokens);
    entry_.usage = static_cast<std::int32_t>(t_.usages.size()) - 1;
  }

  // ---- system, attachment, progress

  void read_system() {
    entry_.subtype = symbol(field(Field::kSubtype), "subtype");
    const std::string_view subtype = t_.text(entry_.subtype);
    if (entry_.model == kNoSymbol) entry_.model = symbol(field(Field::kModel), "model");
    if (subtype == "compact_boundary" || subtype == "microcompact_boundary") read_compaction();
    const std::string_view content = field(Field::kContent).string_or("");
    if (subtype == "local_command") entry_.prompt = classify_prompt(content, false);
    t_.blocks.push_back({BlockKind::kText, !is_blank(content), false, kNoSymbol, kNoSymbol});
  }

  void read_compaction() {
    Compaction compaction;
    compaction.entry = index_;
    compaction.micro = t_.text(entry_.subtype).starts_with("micro");
    const Value data = field(compaction.micro ? Field::kMicroCompact : Field::kCompact);
    compaction.trigger = data["trigger"].string_or("");
    compaction.tokens_before = data["preTokens"].int_or(-1);
    compaction.tokens_after = data["postTokens"].int_or(-1);
    compaction.duration_ms = data["durationMs"].int_or(-1);
    compaction.tokens_saved = data["tokensSaved"].int_or(-1);
    if (const Value list = data["preservedMessages"]; list.is_object()) {
      compaction.has_preserved = compaction.by_list = true;
      compaction.anchor = symbol(list["anchorUuid"], "anchorUuid");
      for (const Value uuid : list["uuids"].elements()) {
        compaction.preserved.push_back(symbol(uuid, "preservedMessages.uuids[]"));
      }
    } else if (const Value segment = data["preservedSegment"]; segment.is_object()) {
      compaction.has_preserved = true;
      compaction.anchor = symbol(segment["anchorUuid"], "anchorUuid");
      compaction.head = symbol(segment["headUuid"], "headUuid");
      compaction.tail = symbol(segment["tailUuid"], "tailUuid");
    }
    t_.compactions.push_back(std::move(compaction));
  }

  void read_attachment() {
    const Value attachment = field(Field::kAttachment);
    if (!attachment.is_object()) return wrong_kind("attachment", "an object");
    entry_.subtype = symbol(attachment["type"], "attachment.type");
    const std::string_view type = t_.text(entry_.subtype);
    if (type == "queued_command") return read_queued(attachment);
    extra_.detail = symbol(attachment["hookEvent"], "attachment.hookEvent");
    // 2.1.3xx keeps beside an attachment what it told the model; nothing there, nothing told.
    if (const Value rendered = field(Field::kRendered); rendered.is_array()) {
      entry_.attachment_says = !rendered.elements().empty();
    } else if (type == "hook_success") {
      entry_.attachment_says = !attachment["content"].string_or("").empty();
    } else if (type == "plan_mode_exit") {
      entry_.attachment_says = attachment["planExists"].bool_or(false);
    } else {
      entry_.attachment_says = true;
    }
  }

  // A prompt typed while the model worked exists only here, never as a user line.
  void read_queued(Value attachment) {
    entry_.attachment_says = true;
    extra_.detail = symbol(attachment["commandMode"], "attachment.commandMode");
    read_content(attachment["prompt"]);
    const bool notified = t_.text(extra_.detail) == "task-notification" ||
                          classify_prompt(first_text_, false) == PromptKind::kNotification;
    entry_.prompt = notified ? PromptKind::kNotification : PromptKind::kQueued;
  }

  void read_progress() {
    entry_.subtype = symbol(field(Field::kData)["type"], "data.type");
    extra_.parent_tool = symbol(field(Field::kParentTool), "parentToolUseID");
  }

  // ---- lines beside the tree

  void read_label(Label& label, Field name) {
    label.entry = index_;
    label.text = field(name).string_or("");
  }

  void read_last_prompt() {
    LastPrompt last;
    last.entry = index_;
    const Value leaf = field(Field::kLeaf);
    last.has_leaf = !leaf.is_missing();
    last.is_null = leaf.kind() == Kind::kNull;
    last.is_zero = leaf.string_or("") == kZeroUuid;
    if (!last.is_zero) last.leaf = symbol(leaf, "leafUuid");
    last.is_explicit = flag(Field::kExplicit);
    last.text = field(Field::kLastPrompt).string_or("");
    t_.last_prompts.push_back(std::move(last));
  }

  void read_summary() {
    Summary summary;
    summary.entry = index_;
    summary.leaf = symbol(field(Field::kLeaf), "leafUuid");
    summary.is_compact = entry_.compact_summary;
    summary.text = field(Field::kSummary).string_or("");
    t_.summaries.push_back(std::move(summary));
  }

  FileBackup backup(std::string_view path, Value value) {
    FileBackup file;
    file.path = t_.symbols.intern(path);
    file.backup = symbol(value["backupFileName"], "backupFileName");
    file.version = value["version"].int_or(0);
    file.time = time_of(value["backupTime"]);
    return file;
  }

  void read_snapshot() {
    const Value data = field(Field::kSnapshot);
    FileSnapshot snapshot;
    snapshot.entry = index_;
    snapshot.message = symbol(field(Field::kMessageId), "messageId");
    snapshot.snapshot_message = symbol(data["messageId"], "snapshot.messageId");
    snapshot.is_update = flag(Field::kSnapshotUpdate);
    snapshot.time = time_of(data["timestamp"]);
    for (const auto& [path, value] : data["trackedFileBackups"].members()) {
      snapshot.files.push_back(backup(path, value));
    }
    t_.snapshots.push_back(std::move(snapshot));
  }

  void read_delta() {
    FileSnapshot snapshot;
    snapshot.entry = index_;
    snapshot.message = symbol(field(Field::kMessageId), "messageId");
    snapshot.snapshot_message = symbol(field(Field::kSnapshotMessage), "snapshotMessageId");
    snapshot.is_delta = true;
    snapshot.time = entry_.time;
    snapshot.files.push_back(
        backup(field(Field::kTrackingPath).string_or(""), field(Field::kBackup)));
    t_.snapshots.push_back(std::move(snapshot));
  }

  Transcript& t_;
  const LineFields& fields_;
  const EntryParser::Place& place_;
  const EntryIndex index_ = t_.count();
  Entry entry_;
  Origin origin_;
  Extra extra_;
  std::string_view first_text_;
};

std::string repair_reason(const json::Repairs& repairs) {
  std::string reason = "read after mending:";
  if (repairs.lone_surrogate) reason += " half of a surrogate pair;";
  if (repairs.invalid_utf8) reason += " bytes that are no UTF-8;";
  if (repairs.huge_number) reason += " a number too large;";
  reason.pop_back();
  return reason;
}

}  // namespace

void EntryParser::report(Finding::Kind kind, const Place& place, std::string reason) {
  transcript_.report(finding_at(place, kind, std::move(reason)));
}

EntryIndex EntryParser::add(std::string_view text, const Place& place) {
  auto root = parser_.parse(text);
  if (!root) {
    add_unreadable(place, root.error());
    return kNoEntry;
  }
  if (parser_.repairs().any()) {
    report(Finding::Kind::kRepaired, place, repair_reason(parser_.repairs()));
  }
  return add(LineFields(*root), place);
}

EntryIndex EntryParser::add_condensed(std::string_view text, const Place& place,
                                      const json::Repairs& repairs) {
  report(Finding::Kind::kTooLong, place,
         with_thousands(place.length) +
             " bytes: its long texts are shown cut; clew raw prints all of it");
  if (repairs.any()) report(Finding::Kind::kRepaired, place, repair_reason(repairs));
  return add(text, place);
}

void EntryParser::add_unreadable(const Place& place, const Error& error) {
  ++transcript_.lines;
  const bool deep = error.code == ErrorCode::kUnsupported;
  report(deep ? Finding::Kind::kTooDeep : Finding::Kind::kBadLine, place, error.message);
}

EntryIndex EntryParser::add(const LineFields& line, const Place& place) {
  ++transcript_.lines;
  if (!line.line().is_object()) {
    report(Finding::Kind::kNotAnObject, place, "valid JSON, but not an object");
    return kNoEntry;
  }
  return LineReading(transcript_, line, place).read();
}

void EntryParser::add_too_long(const Place& place) {
  ++transcript_.lines;
  report(Finding::Kind::kTooLong, place, "longer than the cap on lines: skipped");
}

}  // namespace clew
