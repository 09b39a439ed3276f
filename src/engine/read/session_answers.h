// SPDX-License-Identifier: MIT
//
// What operations answer about one session: its head, its branches, its messages. Each answer
// borrows from the opened session that it is of.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/described.h"
#include "base/money.h"
#include "engine/read/branch_extras.h"
#include "engine/read/session.h"
#include "transcript/context_refs.h"
#include "transcript/finding.h"
#include "transcript/message_reader.h"

namespace clew {

// The uuid of a line, null where it has none.
inline TextOrNull uuid_of(const Transcript& transcript, EntryIndex entry) {
  return {entry == kNoEntry ? std::string_view() : transcript.text(transcript[entry].uuid)};
}
inline IsoTime time_of(const Transcript& transcript, EntryIndex entry) {
  return entry == kNoEntry ? IsoTime{} : as_time(&Entry::time)(transcript[entry]);
}

template <>
inline constexpr auto kDescription<Finding> = describe(
    "Finding", "something wrong in what was read", field("kind", "kind of finding", &Finding::kind),
    field_if_any("path", "the file, where several were read", &Finding::path),
    field_if_any("line", "number of the line, from 1", &Finding::line),
    field_if_any("offset", "where the line begins, in bytes", if_known(&Finding::offset)),
    field_if_any("length", "its bytes", &Finding::length),
    field("reason", "in words", &Finding::reason));

inline constexpr std::string_view kMessageCountHelp =
    "messages of the branch that continues, as show prints them";

// --- the session ---

struct Continues {
  std::string_view leaf;
  std::string_view summary;
};
template <>
inline constexpr auto kDescription<Continues> =
    describe("Continues", "a session that continues another",
             field("leaf", "the line it continues from", &Continues::leaf),
             field("summary", "what happened before", &Continues::summary));

struct SessionHead {
  std::string id;
  std::string_view file;
  std::string title;
  std::string name;
  std::string_view tag;
  std::string_view cwd;
  std::string_view git_branch;
  std::string_view version;
  std::optional<IsoTime> created;  // nothing: no line of a conversation
  std::optional<IsoTime> updated;
  std::optional<Continues> continues;
  std::int64_t lines = 0;
  std::int64_t bytes = 0;
};
SessionHead head_of(const Session& session);

template <>
inline constexpr auto kDescription<SessionHead> = describe(
    "SessionHead", "what is known about a session",
    field("id", "the session's id", &SessionHead::id),
    field("file", "the transcript", &SessionHead::file),
    field("title", "its title", &SessionHead::title),
    field("name", "a short name", &SessionHead::name),
    field_if_any("tag", "its tag", &SessionHead::tag),
    field_if_any("cwd", "the folder it worked in", &SessionHead::cwd),
    field_if_any("gitBranch", "the branch of the repository", &SessionHead::git_branch),
    field_if_any("version", "of Claude Code", &SessionHead::version),
    field_if_any("createdAt", "time of the first line", &SessionHead::created),
    field_if_any("updatedAt", "time of the last line", &SessionHead::updated),
    field_if_any("continues", "the session that this one continues", &SessionHead::continues),
    field("lines", "lines of the file", &SessionHead::lines),
    field("bytes", "bytes of the file", &SessionHead::bytes));

// A step of the files along a branch.
struct ShownBackup {
  const Transcript* transcript = nullptr;
  const BackupChange* change = nullptr;
};
template <>
inline constexpr auto kDescription<ShownBackup> =
    describe("FileChange", "what a message changed in what is known of a file",
             field("path", "the file, relative to the session's folder or absolute",
                   [](const ShownBackup& b) { return b.transcript->text(b.change->file.path); }),
             field("change", "what was done", through(&ShownBackup::change, &BackupChange::kind)),
             field("version", "number of the copy",
                   [](const ShownBackup& b) { return b.change->file.version; }),
             field("backup", "name of the copy; null: there was no file", [](const ShownBackup& b) {
               return TextOrNull{b.transcript->text(b.change->file.backup)};
             }));

struct ShownSnapshot {
  const Transcript* transcript = nullptr;
  const SnapshotStep* step = nullptr;
};
template <>
inline constexpr auto kDescription<ShownSnapshot> =
    describe("FileSnapshot", "what is known of the files since a message",
             field("message", "the message",
                   [](const ShownSnapshot& s) { return s.transcript->text(s.step->message); }),
             field("files", "the files it tells of", [](const ShownSnapshot& s) {
               return MappedList(s.step->files, [&s](const BackupChange& change) {
                 return ShownBackup{s.transcript, &change};
               });
             }));

struct ShownExtras {
  const Transcript* transcript = nullptr;
  const BranchExtras* extras = nullptr;
};
template <>
inline constexpr auto kDescription<ShownExtras> =
    describe("BranchExtras", "what belongs to a branch",
             field("summary", "the summary that names the branch",
                   or_null(through(&ShownExtras::extras, &BranchExtras::summary))),
             field("fileSnapshots", "the tracked files along it, as `clew files --at` reads them",
                   [](const ShownExtras& e) {
                     return MappedList(e.extras->snapshots, [&e](const SnapshotStep& step) {
                       return ShownSnapshot{e.transcript, &step};
                     });
                   }));

// Which conversation is shown, and why. Borrows all of it.
struct BranchPath {
  BranchPath(const Transcript& of, const ChosenPath& chosen, const BranchExtras& beside)
      : transcript(&of), path(&chosen), extras(&beside) {}

  const Transcript* transcript;
  const ChosenPath* path;
  const BranchExtras* extras;

  ShownExtras shown_extras() const { return {transcript, extras}; }
};
template <>
inline constexpr auto kDescription<BranchPath> =
    describe("BranchPath", "a branch and why it is taken",
             field("rules", "whose rules found it", through(&BranchPath::path, &ChosenPath::rules)),
             field("tip", "its last line",
                   [](const BranchPath& p) { return uuid_of(*p.transcript, p.path->tip); }),
             field("reason", "why this one", through(&BranchPath::path, &ChosenPath::reason)),
             field("refused", "why a resume would not start",
                   or_null(through(&BranchPath::path, &ChosenPath::refused))),
             all_of(&BranchPath::shown_extras));

// --- messages ---

inline constexpr std::string_view kMediaKinds[] = {"image", "document", "reference", "unknown"};

struct ShownPart {
  const Transcript* transcript = nullptr;
  const MediaPart* part = nullptr;
};
template <>
inline constexpr auto kDescription<ShownPart> = describe(
    "MediaPart", "a picture or document",
    field("type", "what it is", one_of<kMediaKinds>([](const ShownPart& p) {
            return kMediaKinds[static_cast<std::size_t>(p.part->kind)];
          })),
    field("mediaType", "such as image/png", through(&ShownPart::part, &MediaPart::media_type)),
    field("bytes", "its size", through(&ShownPart::part, &MediaPart::bytes)),
    field("uuid", "the line that holds it",
          [](const ShownPart& p) { return uuid_of(*p.transcript, p.part->entry); }));

inline auto shown_parts(const Transcript* transcript, const std::vector<MediaPart>& parts) {
  return MappedList(parts, [transcript](const MediaPart& part) {
    return ShownPart{transcript, &part};
  });
}

// How much of a text or JSON is shown. What is cut says how much there is.
struct TextLimit {
  std::size_t most = SIZE_MAX;

  std::string_view text(std::string_view whole) const;  // as much as is allowed
  std::string_view json(std::string_view whole) const;  // JSON cannot be cut: all or nothing
  std::optional<std::size_t> bytes(std::string_view whole) const;  // when it is not shown whole
};

struct ShownTool {
  const Transcript* transcript = nullptr;
  const ToolCall* tool = nullptr;
  TextLimit limit = {};
};
template <>
inline constexpr auto kDescription<ShownTool> = describe(
    "ToolCall", "a call of a tool",
    field("id", "id of the call", through(&ShownTool::tool, &ToolCall::id)),
    field("name", "the tool", through(&ShownTool::tool, &ToolCall::name)),
    field("state", "how far it is", through(&ShownTool::tool, &ToolCall::state)),
    field("input", "what it was given",
          [](const ShownTool& t) { return JsonText{t.limit.json(t.tool->input)}; }),
    field_if_any("inputBytes", "its size, when it was left out",
                 [](const ShownTool& t) { return t.limit.bytes(t.tool->input); }),
    field("result", "what the model saw of it",
          [](const ShownTool& t) -> std::optional<std::string_view> {
            if (t.tool->answer == kNoEntry) return std::nullopt;
            return t.limit.text(t.tool->result);
          }),
    field_if_any("resultBytes", "its size, when it was cut",
                 [](const ShownTool& t) {
                   return t.tool->answer == kNoEntry ? std::nullopt : t.limit.bytes(t.tool->result);
                 }),
    field_if_any("parts", "pictures and documents",
                 [](const ShownTool& t) { return shown_parts(t.transcript, t.tool->parts); }),
    field_if_any("structured", "the result as the tool gave it",
                 [](const ShownTool& t) -> std::optional<JsonText> {
                   if (t.tool->structured.empty()) return std::nullopt;
                   return JsonText{t.limit.json(t.tool->structured)};
                 }),
    field_if_any("structuredBytes", "its size, when it was left out",
                 [](const ShownTool& t) { return t.limit.bytes(t.tool->structured); }),
    field_if_any("durationMs", "how long it took",
                 if_known(through(&ShownTool::tool, &ToolCall::duration_ms))),
    field_if_any("agent", "the subagent it started", through(&ShownTool::tool, &ToolCall::agent)),
    field("callUuid", "the line of the call",
          [](const ShownTool& t) { return uuid_of(*t.transcript, t.tool->call); }),
    field("resultUuid", "the line of the result",
          [](const ShownTool& t) { return uuid_of(*t.transcript, t.tool->answer); }),
    field_if_any("repeatedResults", "further results of the same call",
                 through(&ShownTool::tool, &ToolCall::repeats)),
    field_if_any("storedAt", "the file that holds the whole result",
                 through(&ShownTool::tool, &ToolCall::stored_at)));

template <>
inline constexpr auto kDescription<ContextRef> = describe(
    "ContextRef", "something that an editor attached",
    field("kind", "what it refers to", &ContextRef::kind),
    field("icon", "a sign for it", [](const ContextRef& ref) { return icon_of(ref.kind); }),
    field("label", "a name for it", label_of), field_if_any("path", "the file", &ContextRef::path),
    field_if_any("url", "the address", &ContextRef::url),
    field_if_any("count", "how many", if_known(&ContextRef::count)),
    field_if_any("line", "where in the file", if_known(&ContextRef::line)));

struct ShownCompaction {
  const Compaction* compaction = nullptr;
  const CompactionTalk* talk = nullptr;

  std::int64_t tokens_after() const {
    return compaction->tokens_after >= 0 || !talk ? compaction->tokens_after : talk->tokens_after;
  }
  std::string_view of_talk(std::string CompactionTalk::*text) const {
    return talk ? std::string_view(talk->*text) : std::string_view();
  }
};
template <>
inline constexpr auto kDescription<ShownCompaction> = describe(
    "Compaction", "a compaction",
    field_if_any("trigger", "who asked for it",
                 through(&ShownCompaction::compaction, &Compaction::trigger)),
    field_if_any("tokensBefore", "tokens before it",
                 if_known(through(&ShownCompaction::compaction, &Compaction::tokens_before))),
    field_if_any("tokensAfter", "tokens after it, or what the next answer was given",
                 if_known(&ShownCompaction::tokens_after)),
    field_if_any("durationMs", "how long it took",
                 if_known(through(&ShownCompaction::compaction, &Compaction::duration_ms))),
    field_if_any("command", "the command that asked for it",
                 [](const ShownCompaction& c) { return c.of_talk(&CompactionTalk::command); }),
    field_if_any("confirmation", "what the command answered",
                 [](const ShownCompaction& c) { return c.of_talk(&CompactionTalk::confirmation); }),
    field("preservedMessages", "messages that were kept",
          [](const ShownCompaction& c) { return std::ssize(c.compaction->preserved); }));

template <>
inline constexpr auto kDescription<TokenSums> =
    describe("TokenCounts", "tokens", field("input", "tokens sent", &TokenSums::input),
             field("output", "tokens answered", &TokenSums::output),
             field("cacheRead", "tokens from the cache", &TokenSums::cache_read),
             field("cacheWrite", "tokens to the cache", &TokenSums::cache_write),
             field("cacheWrite5m", "of these, for five minutes", &TokenSums::cache_write_5m),
             field("cacheWrite1h", "of these, for an hour", &TokenSums::cache_write_1h),
             field("webSearches", "searches in the web", &TokenSums::web_searches),
             field("thinking", "tokens thought", &TokenSums::thinking),
             field("total", "all tokens", &TokenSums::total));

// Tokens of one answer, or of a turn.
struct MessageUsage {
  TokenSums tokens;
};
template <>
inline constexpr auto kDescription<MessageUsage> =
    describe("MessageUsage", "tokens of an answer",
             field("input", "tokens sent", through(&MessageUsage::tokens, &TokenSums::input)),
             field("output", "tokens answered", through(&MessageUsage::tokens, &TokenSums::output)),
             field("cacheRead", "tokens from the cache",
                   through(&MessageUsage::tokens, &TokenSums::cache_read)),
             field("cacheWrite", "tokens to the cache",
                   through(&MessageUsage::tokens, &TokenSums::cache_write)));

template <>
inline constexpr auto kDescription<RunNote> = describe(
    "RunNote", "with what a run of Claude Code began, or how a turn ended",
    field_if_any("model", "who answers", &RunNote::model),
    field_if_any("cwd", "where it works", &RunNote::cwd),
    field_if_any("permissionMode", "what it may do unasked", &RunNote::permission_mode),
    field_if_any("version", "of Claude Code", &RunNote::version),
    field_if_any("tools", "how many tools it has", if_known(&RunNote::tools)),
    field_if_any("mcpServers", "how many MCP servers", if_known(&RunNote::mcp_servers)),
    field_if_any("outcome", "how it ended: success, error_max_turns, ...", &RunNote::outcome),
    field_if_any("failed", "it ended with an error", &RunNote::failed),
    field_if_any("turns", "how many turns it took", if_known(&RunNote::turns)),
    field_if_any("durationMs", "how long it took", if_known(&RunNote::duration_ms)),
    field_if_any("apiMs", "how long of that the API", if_known(&RunNote::api_ms)),
    field_if_any("costUsd", "what it cost, as Claude Code says",
                 [](const RunNote& note) {
                   return note.cost_usd.empty() ? std::nullopt
                                                : std::optional(ExactNumber{note.cost_usd});
                 }),
    field_if_any("error", "what went wrong", &RunNote::error));

// A message as answers have it.
struct ShownMessage {
  ShownMessage(const Transcript& t, const Message& m, TextLimit text_limit = {});

  const Transcript* transcript;
  const Message* message;
  TextLimit limit;
  ParsedPrompt prompt;  // without refs: the text has nothing of an editor

  std::string_view uuid() const { return uuid_of(*transcript, message->entries.front()).text; }
  const Entry& first() const { return (*transcript)[message->entries.front()]; }
  // Of answers, a symbol of the last line.
  std::string_view of_answer(Symbol Entry::*symbol) const;
  std::optional<MessageUsage> usage() const;
};
template <>
inline constexpr auto kDescription<ShownMessage> = describe(
    "Message", "a message", field("uuid", "its first line", or_null(&ShownMessage::uuid)),
    field("role", "who speaks", through(&ShownMessage::message, &Message::role)),
    field("kind", "what it is", through(&ShownMessage::message, &Message::kind)),
    field("text", "its text", [](const ShownMessage& m) { return m.limit.text(m.message->text); }),
    field_if_any("textBytes", "the text's size, when it was cut",
                 [](const ShownMessage& m) { return m.limit.bytes(m.message->text); }),
    field("thought", "what the model thought",
          [](const ShownMessage& m) { return m.limit.text(m.message->thought); }),
    field_if_any("thoughtBytes", "its size, when it was cut",
                 [](const ShownMessage& m) { return m.limit.bytes(m.message->thought); }),
    field_if_any("thoughtHidden", "it thought, but not for us",
                 through(&ShownMessage::message, &Message::thought_hidden)),
    field("tools", "calls with their results",
          [](const ShownMessage& m) {
            return MappedList(m.message->tools, [&m](const ToolCall& tool) {
              return ShownTool{m.transcript, &tool, m.limit};
            });
          }),
    field("timestamp", "of its first line",
          as_time([](const ShownMessage& m) { return m.first().time; })),
    field_if_any("parts", "pictures and documents",
                 [](const ShownMessage& m) { return shown_parts(m.transcript, m.message->parts); }),
    field_if_any("prompt", "the person's own words, when an editor put something around them",
                 [](const ShownMessage& m) -> std::optional<std::string_view> {
                   if (m.prompt.refs.empty()) return std::nullopt;
                   return m.prompt.text;
                 }),
    field_if_any("contextRefs", "what the editor put there",
                 through(&ShownMessage::prompt, &ParsedPrompt::refs)),
    field_if_any("contexts", "the same as the editor wrote it",
                 as_json_array(through(&ShownMessage::message, &Message::contexts))),
    field_if_any("compaction", "of a boundary",
                 [](const ShownMessage& m) -> std::optional<ShownCompaction> {
                   if (!m.message->compaction) return std::nullopt;
                   const auto& talk = m.message->talk;
                   return ShownCompaction{m.message->compaction, talk ? &*talk : nullptr};
                 }),
    field_if_any("run", "of a line with which a run began or ended",
                 through(&ShownMessage::message, &Message::run)),
    field_if_any("model", "who answered",
                 [](const ShownMessage& m) { return m.of_answer(&Entry::model); }),
    field_if_any("messageId", "id of the answer",
                 [](const ShownMessage& m) { return m.of_answer(&Entry::message_id); }),
    field_if_any("requestId", "id of the request",
                 [](const ShownMessage& m) { return m.of_answer(&Entry::request_id); }),
    field_if_any("usage", "tokens of the answer", &ShownMessage::usage),
    field_if_any("costUsd", "what the answer cost, where its lines say so (old versions)",
                 [](const ShownMessage& m) {
                   return m.message->cost ? std::optional(ExactNumber{exact_usd(*m.message->cost)})
                                          : std::nullopt;
                 }),
    field_if_any("durationMs", "how long the answer took, where its lines say so (old versions)",
                 if_known(through(&ShownMessage::message, &Message::duration_ms))),
    field("entries", "its lines",
          [](const ShownMessage& m) {
            return MappedList(m.message->entries, [&m](EntryIndex entry) {
              return m.transcript->text((*m.transcript)[entry].uuid);
            });
          }),
    field("line", "number of its first line",
          [](const ShownMessage& m) { return m.first().line; }));

}  // namespace clew
