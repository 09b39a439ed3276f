// SPDX-License-Identifier: MIT
//
// What the tools for models are given: the schemas that models see, and the reading of what they
// send, are made from these descriptions.
#pragma once

#include <string>
#include <vector>

#include "base/described.h"
#include "engine/search/search_answers.h"

namespace clew {

inline constexpr std::string_view kInputProjectHelp =
    "only this project: its folder or a part of its name; when left out the one you work in; * for "
    "all";
inline constexpr std::string_view kInputCursorHelp = "nextCursor of the page before";
inline constexpr std::string_view kInputLimitHelp = "at most so many";
inline constexpr std::string_view kInputRoleHelp = "only what this one said";

// How long an answer may be: clients put a long one aside and show the model its beginning only
// (Claude Code 2.1 above about 50,000 characters). Counted in bytes of UTF-8, which are never fewer
// than characters.
inline constexpr std::int64_t kUsualAnswer = 24'000;
inline constexpr std::int64_t kLargestAnswer = 45'000;
using MaxChars = Bounded<4'000, kLargestAnswer>;
inline constexpr std::string_view kMaxCharsHelp =
    "at most so many characters of answer; 24000 when left out";

struct McpTimes {
  std::string since;
  std::string until;
};
template <>
inline constexpr auto kDescription<McpTimes> = describe(
    "Times", "a stretch of time",
    field_if_any("since", "from this day or time on: today, yesterday, monday, 3d, 12h, 2026-01-31",
                 &McpTimes::since),
    field_if_any("until", "up to the end of this day, or before this time, written in the same way",
                 &McpTimes::until));

struct RecallInput {
  std::string question;
  std::string project;
  McpTimes times;
  Bounded<1, 20> limit{5};
  MaxChars max_chars{8'000};
};
template <>
inline constexpr auto kDescription<RecallInput> = describe(
    "Recall", "what you want to know",
    field("question", "the question, in plain words", &RecallInput::question),
    field_if_any("project", kInputProjectHelp, &RecallInput::project), all_of(&RecallInput::times),
    field_if_any("limit", "at most so many sessions; 5 when left out", &RecallInput::limit),
    field_if_any("maxChars", "at most so many characters of answer; 8000 when left out",
                 &RecallInput::max_chars));

struct SearchSessionsInput {
  std::string query;
  std::string project;
  std::string branch;
  std::string model;
  std::optional<PassageRole> role;
  std::string tool;
  McpTimes times;
  Bounded<1, 50> limit{10};
  std::string cursor;
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<SearchSessionsInput> = describe(
    "SearchSessions", "what to find",
    field("query", "what to look for", &SearchSessionsInput::query),
    field_if_any("project", kInputProjectHelp, &SearchSessionsInput::project),
    field_if_any("branch", "only lines written on this git branch", &SearchSessionsInput::branch),
    field_if_any("model", "only answers of models with this in their name",
                 &SearchSessionsInput::model),
    field_if_any("role", kInputRoleHelp, &SearchSessionsInput::role),
    field_if_any("tool", "only calls of this tool and their results", &SearchSessionsInput::tool),
    all_of(&SearchSessionsInput::times),
    field_if_any("limit", kInputLimitHelp, &SearchSessionsInput::limit),
    field_if_any("cursor", kInputCursorHelp, &SearchSessionsInput::cursor),
    field_if_any("maxChars", kMaxCharsHelp, &SearchSessionsInput::max_chars));

struct ListSessionsInput {
  std::string project;
  McpTimes times;
  Bounded<1, 50> limit{20};
  std::string cursor;
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<ListSessionsInput> =
    describe("ListSessions", "which sessions",
             field_if_any("project", kInputProjectHelp, &ListSessionsInput::project),
             all_of(&ListSessionsInput::times),
             field_if_any("limit", kInputLimitHelp, &ListSessionsInput::limit),
             field_if_any("cursor", kInputCursorHelp, &ListSessionsInput::cursor),
             field_if_any("maxChars", kMaxCharsHelp, &ListSessionsInput::max_chars));

inline constexpr std::string_view kSessionIdHelp =
    "id of the session, or at least 4 characters of its start";

struct GetSessionInput {
  std::string session;
};
template <>
inline constexpr auto kDescription<GetSessionInput> = describe("GetSession", "which session",
                                                               field("sessionId", kSessionIdHelp,
                                                                     &GetSessionInput::session));

struct SessionOutcomeInput {
  std::string session;
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<SessionOutcomeInput> = describe(
    "OutcomeOf", "which session", field("sessionId", kSessionIdHelp, &SessionOutcomeInput::session),
    field_if_any("maxChars", kMaxCharsHelp, &SessionOutcomeInput::max_chars));

// The forms of an export that a model can read; the others are for programs.
enum class McpForm : std::uint8_t { kMarkdown, kText, kPatch, kCsv, kJsonl };
constexpr std::string_view name_of(McpForm form) {
  constexpr std::string_view kNames[] = {"markdown", "text", "patch", "csv", "jsonl"};
  return kNames[static_cast<std::size_t>(form)];
}
constexpr McpForm last_of(McpForm) { return McpForm::kJsonl; }

enum class McpDetail : std::uint8_t { kAll, kNoTools, kTalk };
constexpr std::string_view name_of(McpDetail detail) {
  constexpr std::string_view kNames[] = {"all", "no-tools", "talk"};
  return kNames[static_cast<std::size_t>(detail)];
}
constexpr McpDetail last_of(McpDetail) { return McpDetail::kTalk; }

struct ExportSessionInput {
  std::string session;
  std::optional<McpForm> format;
  std::optional<McpDetail> detail;
  std::string branch;
  std::string cursor;
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<ExportSessionInput> = describe(
    "ExportOf", "which session, and how",
    field("sessionId", kSessionIdHelp, &ExportSessionInput::session),
    field_if_any("format", "the form; markdown when left out", &ExportSessionInput::format),
    field_if_any("detail", "how much of the messages; all when left out",
                 &ExportSessionInput::detail),
    field_if_any("branch", "the branch that ends at this line instead of the one that continues",
                 &ExportSessionInput::branch),
    field_if_any("cursor", kInputCursorHelp, &ExportSessionInput::cursor),
    field_if_any("maxChars", kMaxCharsHelp, &ExportSessionInput::max_chars));

enum class MessagePart : std::uint8_t { kText, kTools, kThinking };
constexpr std::string_view name_of(MessagePart part) {
  return part == MessagePart::kText ? "text" : part == MessagePart::kTools ? "tools" : "thinking";
}
constexpr MessagePart last_of(MessagePart) { return MessagePart::kThinking; }

struct ReadMessagesInput {
  std::string session;
  std::string agent;
  std::string around;
  std::optional<Bounded<0, INT64_MAX>> from;
  std::string cursor;
  Bounded<1, 100> limit{20};
  std::optional<std::vector<MessagePart>> include;
  bool last = false;
  MaxChars max_chars{kUsualAnswer};

  bool includes(MessagePart part) const;
};
template <>
inline constexpr auto kDescription<ReadMessagesInput> = describe(
    "ReadMessages", "which messages",
    field("sessionId", kSessionIdHelp, &ReadMessagesInput::session),
    field_if_any("agent", "a subagent's conversation instead: an id that get_session lists",
                 &ReadMessagesInput::agent),
    field_if_any("around", "uuid of a message: starts two messages before it",
                 &ReadMessagesInput::around),
    field_if_any("from", "with around: only that message, whole as Markdown, from this byte on",
                 &ReadMessagesInput::from),
    field_if_any("cursor", kInputCursorHelp, &ReadMessagesInput::cursor),
    field_if_any("limit", kInputLimitHelp, &ReadMessagesInput::limit),
    field_if_any("include", "what to show; text and tools when left out",
                 &ReadMessagesInput::include),
    field_if_any("last", "the end of the session instead of its beginning",
                 &ReadMessagesInput::last),
    field_if_any("maxChars", kMaxCharsHelp, &ReadMessagesInput::max_chars));

inline constexpr std::string_view kContentModes[] = {"substring", "regex"};
struct SearchContentInput {
  std::string pattern;
  OneOf<kContentModes> mode{kContentModes[0]};
  bool ignore_case = false;
  std::string project;
  std::optional<PassageRole> role;
  McpTimes times;
  Bounded<1, 50> limit{10};
  std::string cursor;
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<SearchContentInput> = describe(
    "SearchContent", "what to find",
    field("pattern", "the characters, or a regular expression in the syntax of RE2, for one line",
          &SearchContentInput::pattern),
    field_if_any("mode", "which of the two; substring when left out", &SearchContentInput::mode),
    field_if_any("ignoreCase", "regex only", &SearchContentInput::ignore_case),
    field_if_any("project", kInputProjectHelp, &SearchContentInput::project),
    field_if_any("role", kInputRoleHelp, &SearchContentInput::role),
    all_of(&SearchContentInput::times),
    field_if_any("limit", kInputLimitHelp, &SearchContentInput::limit),
    field_if_any("cursor", kInputCursorHelp, &SearchContentInput::cursor),
    field_if_any("maxChars", kMaxCharsHelp, &SearchContentInput::max_chars));

inline constexpr std::string_view kGroupings[] = {"daily",    "weekly", "monthly", "sessions",
                                                  "projects", "models", "tools"};
struct UsageSummaryInput {
  OneOf<kGroupings> group_by{kGroupings[0]};
  std::string project;
  std::string model;
  McpTimes times;
  Bounded<1, 200> limit{50};
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<UsageSummaryInput> = describe(
    "UsageSummaryOf", "what to count",
    field_if_any("groupBy", "what a row is; a day when left out", &UsageSummaryInput::group_by),
    field_if_any("project", "only this project: its folder, or part of its key",
                 &UsageSummaryInput::project),
    field_if_any("model", "only models with this in their names", &UsageSummaryInput::model),
    all_of(&UsageSummaryInput::times),
    field_if_any("limit", kInputLimitHelp, &UsageSummaryInput::limit),
    field_if_any("maxChars", kMaxCharsHelp, &UsageSummaryInput::max_chars));

struct FileHistoryInput {
  std::string path;
  std::string project;
  Bounded<1, 50> limit{20};
  std::string cursor;
  MaxChars max_chars{kUsualAnswer};
};
template <>
inline constexpr auto kDescription<FileHistoryInput> =
    describe("FileHistoryOf", "which file",
             field("path", "end of the path: src/main.cc", &FileHistoryInput::path),
             field_if_any("project", kInputProjectHelp, &FileHistoryInput::project),
             field_if_any("limit", kInputLimitHelp, &FileHistoryInput::limit),
             field_if_any("cursor", kInputCursorHelp, &FileHistoryInput::cursor),
             field_if_any("maxChars", kMaxCharsHelp, &FileHistoryInput::max_chars));

}  // namespace clew
