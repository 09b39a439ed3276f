// SPDX-License-Identifier: MIT
//
// What the tools for models answer: plain values whose texts are cut and cleaned already. Schemas
// and JSON are made from the descriptions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/session_outcome.h"
#include "engine/search/recall.h"
#include "engine/search/search_answers.h"
#include "engine/usage/usage_answers.h"

namespace clew {

inline constexpr std::string_view kNextCursorHelp = "asks for the next page";
inline constexpr std::string_view kCutHelp = "what was left out, and how to get it";
inline constexpr std::string_view kResumeHelp = "the command that resumes the session";

// Which projects were looked at.
struct McpLookedAt {
  std::string scope;
  std::int64_t outside = 0;
};
template <>
inline constexpr auto kDescription<McpLookedAt> = describe(
    "LookedAt", "where was looked",
    field("scope", "the project that was looked at; * for all", &McpLookedAt::scope),
    field_if_any("outsideScope",
                 "nothing was found there, or not all words of the question: how much there is of "
                 "that in other projects; ask again with project *",
                 &McpLookedAt::outside));

// --- list_sessions ---

struct McpSession {
  std::string id;
  std::string title;
  std::string project;
  std::string git_branch;
  std::string model;
  TimeMs created = kNoTime;
  TimeMs updated = kNoTime;
  std::string first_prompt;
  bool running = false;
  std::string resume;
};
template <>
inline constexpr auto kDescription<McpSession> =
    describe("Session", "a session", field("sessionId", "its id", &McpSession::id),
             field("title", "its title", &McpSession::title),
             field("project", "the folder it worked in", or_null(&McpSession::project)),
             field("gitBranch", "the branch of the repository", or_null(&McpSession::git_branch)),
             field("model", "the last model that answered", or_null(&McpSession::model)),
             field("createdAt", "when it began", as_time(&McpSession::created)),
             field("updatedAt", "when it was last used", as_time(&McpSession::updated)),
             field_if_any("firstPrompt", "what was asked first", &McpSession::first_prompt),
             field("running", "a process works in it", &McpSession::running),
             field("resumeCommand", kResumeHelp, &McpSession::resume));

struct McpSessionPage {
  McpLookedAt where;
  std::vector<McpSession> sessions;
  std::string next_cursor;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpSessionPage> =
    describe("Sessions", "sessions, newest first", all_of(&McpSessionPage::where),
             field("sessions", "the sessions", &McpSessionPage::sessions),
             field_if_any("nextCursor", kNextCursorHelp, &McpSessionPage::next_cursor),
             field_if_any("cut", kCutHelp, &McpSessionPage::cut));

// --- get_session ---

struct McpPromptLine {
  std::string uuid;
  std::string text;
};
template <>
inline constexpr auto kDescription<McpPromptLine> =
    describe("Prompt", "a prompt", field("uuid", "its line", &McpPromptLine::uuid),
             field("text", "how it begins", &McpPromptLine::text));

struct McpToolCount {
  std::string name;
  std::int64_t calls = 0;
  std::int64_t failed = 0;
};
template <>
inline constexpr auto kDescription<McpToolCount> =
    describe("ToolCount", "a tool's calls", field("name", "the tool", &McpToolCount::name),
             field("calls", "how often it was called", &McpToolCount::calls),
             field("failed", "how often it failed", &McpToolCount::failed));

struct McpTokens {
  TokenSums counts;
};
template <>
inline constexpr auto kDescription<McpTokens> = describe(
    "Tokens", "tokens",
    field("input", "tokens sent", through(&McpTokens::counts, &TokenSums::input)),
    field("output", "tokens answered", through(&McpTokens::counts, &TokenSums::output)),
    field("cacheRead", "from the cache", through(&McpTokens::counts, &TokenSums::cache_read)),
    field("cacheWrite", "to the cache", through(&McpTokens::counts, &TokenSums::cache_write)),
    field("total", "all of them", through(&McpTokens::counts, &TokenSums::total)));

struct McpAgent {
  std::string id;
  std::string type;
  std::string description;
};
template <>
inline constexpr auto kDescription<McpAgent> =
    describe("Agent", "a subagent", field("id", "its id, for read_messages", &McpAgent::id),
             field("type", "the kind of agent", or_null(&McpAgent::type)),
             field("description", "what it was to do", or_null(&McpAgent::description)));

struct McpOverview {
  std::string id;
  std::string title;
  std::string cwd;
  std::string git_branch;
  TimeMs created = kNoTime;
  TimeMs updated = kNoTime;
  std::int64_t messages = 0;
  std::int64_t branches = 0;
  std::int64_t subagents = 0;
  std::vector<McpAgent> agents;
  bool running = false;
  std::vector<std::string> models;
  std::vector<McpToolCount> tools;
  McpTokens tokens;
  std::optional<ExactNumber> cost_usd;
  std::vector<McpPromptLine> prompts;
  std::vector<std::string> files_changed;
  std::string resume;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpOverview> =
    describe("Overview", "what a session is", field("sessionId", "its id", &McpOverview::id),
             field("title", "its title", &McpOverview::title),
             field("cwd", "the folder it worked in", or_null(&McpOverview::cwd)),
             field("gitBranch", "the branch of the repository", or_null(&McpOverview::git_branch)),
             field("createdAt", "when it began", as_time(&McpOverview::created)),
             field("updatedAt", "when it was last used", as_time(&McpOverview::updated)),
             field("messages", kMessageCountHelp, &McpOverview::messages),
             field("branches", "how many branches it has", &McpOverview::branches),
             field("subagents", "how many subagents it started", &McpOverview::subagents),
             field_if_any("agents", "the subagents", &McpOverview::agents),
             field("running", "a process works in it", &McpOverview::running),
             field("models", "who answered", &McpOverview::models),
             field("tools", "the tools that were called", &McpOverview::tools),
             field("tokens", "tokens of the session itself", &McpOverview::tokens),
             field("costUsd", "list price in US dollars", &McpOverview::cost_usd),
             field("prompts", "the first three and the last seven prompts", &McpOverview::prompts),
             field("filesChanged", "files that it changed", &McpOverview::files_changed),
             field("resumeCommand", kResumeHelp, &McpOverview::resume),
             field_if_any("cut", kCutHelp, &McpOverview::cut));

// --- read_messages ---

struct McpToolCall {
  std::string name;
  ToolState state = ToolState::kPending;
  std::string input;
  std::string result;
};
template <>
inline constexpr auto kDescription<McpToolCall> =
    describe("ToolCall", "a call of a tool", field("name", "the tool", &McpToolCall::name),
             field("state", "how far it is", &McpToolCall::state),
             field("input", "what it was given, as JSON", &McpToolCall::input),
             field_if_any("result", "what came back", &McpToolCall::result));

struct McpMessage {
  std::string uuid;
  Role role = Role::kUser;
  MessageKind kind = MessageKind::kPrompt;
  std::string text;
  std::string thinking;
  std::vector<McpToolCall> tools;
  std::size_t tools_left_out = 0;
  TimeMs time = kNoTime;
};
template <>
inline constexpr auto kDescription<McpMessage> = describe(
    "Message", "a message", field("uuid", "its first line", or_null(&McpMessage::uuid)),
    field("role", "who speaks", &McpMessage::role), field("kind", "what it is", &McpMessage::kind),
    field_if_any("text", "its text", &McpMessage::text),
    field_if_any("thinking", "what the model thought", &McpMessage::thinking),
    field_if_any("tools", "calls with their results", &McpMessage::tools),
    field_if_any("toolsLeftOut", "further calls", &McpMessage::tools_left_out),
    field("timestamp", "when", as_time(&McpMessage::time)));

struct McpMessagePage {
  std::vector<McpMessage> messages;
  std::string id;
  std::size_t offset = 0;
  std::size_t total = 0;
  std::string next_cursor;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpMessagePage> =
    describe("Messages", "messages of a session, oldest first",
             field("messages", "the messages", &McpMessagePage::messages),
             field("sessionId", "the session", &McpMessagePage::id),
             field("offset", "messages before these", &McpMessagePage::offset),
             field("total", "messages of the whole conversation", &McpMessagePage::total),
             field_if_any("nextCursor", kNextCursorHelp, &McpMessagePage::next_cursor),
             field_if_any("cut", kCutHelp, &McpMessagePage::cut));

// --- search_sessions, search_content ---

struct McpHit {
  std::string session;
  std::string uuid;
  std::string title;
  PassageRole role = PassageRole::kUser;
  TimeMs time = kNoTime;
  std::string snippet;
  HitBranch branch = HitBranch::kUnknown;
  double score = 0;
  std::string resume;
};
template <>
inline constexpr auto kDescription<McpHit> =
    describe("Hit", "a hit", field("sessionId", "the session", &McpHit::session),
             field("messageUuid", "the message, for read_messages", or_null(&McpHit::uuid)),
             field_if_any("title", "the session's title", &McpHit::title),
             field("role", "whose text it is", &McpHit::role),
             field("timestamp", "when", as_time(&McpHit::time)),
             field("snippet", "the text around it", &McpHit::snippet),
             field("branch", "where in the session", &McpHit::branch),
             field("score", "how good it is", &McpHit::score),
             field("resumeCommand", kResumeHelp, &McpHit::resume));

struct McpHits {
  McpLookedAt where;
  std::vector<McpHit> hits;
  std::int64_t total = 0;
  std::string next_cursor;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpHits> =
    describe("Hits", "what was found", all_of(&McpHits::where),
             field("hits", "the hits, best first", &McpHits::hits),
             field("total", "hits in all", &McpHits::total),
             field_if_any("nextCursor", kNextCursorHelp, &McpHits::next_cursor),
             field_if_any("cut", kCutHelp, &McpHits::cut));

// --- usage_summary ---

struct McpUsage {
  std::shared_ptr<const UsageAnswer> answer;
  std::vector<UsageRow> rows;  // those of the answer's that fit
  std::size_t row_count = 0;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpUsage> = describe(
    "UsageSummary", "tokens and money",
    field("groupBy", "what a row is", [](const McpUsage& usage) { return usage.answer->kind(); }),
    field("rows", "the counts", &McpUsage::rows),
    field("totals", "the sum of all rows",
          [](const McpUsage& usage) { return UsageTotals{usage.answer.get()}; }),
    field("rowCount", "how many rows there are", &McpUsage::row_count),
    field_if_any("cut", kCutHelp, &McpUsage::cut));

// --- file_history ---

struct McpTouch {
  std::string uuid;
  std::string what;
};
template <>
inline constexpr auto kDescription<McpTouch> = describe("Touch", "a call that named the file",
                                                        field("uuid", "its line", &McpTouch::uuid),
                                                        field("what", "how it reads",
                                                              &McpTouch::what));

struct McpTouched {
  std::string id;
  std::string title;
  std::int64_t touches = 0;
  TimeMs last_time = kNoTime;
  McpTouch last;
  std::string resume;
};
template <>
inline constexpr auto kDescription<McpTouched> =
    describe("Touched", "a session that touched the file",
             field("sessionId", "the session", &McpTouched::id),
             field("title", "its title", &McpTouched::title),
             field("touches", "how often", &McpTouched::touches),
             field("lastAt", "when last", as_time(&McpTouched::last_time)),
             field("last", "the last call", &McpTouched::last),
             field("resumeCommand", kResumeHelp, &McpTouched::resume));

struct McpFileHistory {
  McpLookedAt where;
  std::string path;
  std::size_t total = 0;
  std::vector<McpTouched> sessions;
  std::string next_cursor;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpFileHistory> =
    describe("FileHistory", "sessions that touched a file", all_of(&McpFileHistory::where),
             field("path", "what was asked for", &McpFileHistory::path),
             field("total", "how many sessions", &McpFileHistory::total),
             field("sessions", "the sessions, newest first", &McpFileHistory::sessions),
             field_if_any("nextCursor", kNextCursorHelp, &McpFileHistory::next_cursor),
             field_if_any("cut", kCutHelp, &McpFileHistory::cut));

// --- session_outcome ---

struct McpOutcome {
  std::string id;
  std::string title;
  std::string cwd;
  std::string git_branch;
  std::int64_t branches = 0;
  ConversationEnd end = ConversationEnd::kEmpty;
  std::string prompt;
  std::string answer;
  std::string answer_uuid;
  TimeMs answered = kNoTime;
  std::vector<ChangedFile> files;
  std::vector<SessionCommit> commits;
  std::vector<OpenTodo> todos;
  std::vector<EndError> errors;
  std::string resume;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpOutcome> = describe(
    "Outcome", "what became of a session", field("sessionId", "its id", &McpOutcome::id),
    field("title", "its title", or_null(&McpOutcome::title)),
    field("cwd", "the folder it worked in", or_null(&McpOutcome::cwd)),
    field("gitBranch", "the branch of the repository", or_null(&McpOutcome::git_branch)),
    field("branches", "how many branches it has; this is of the one that a resume continues",
          &McpOutcome::branches),
    field("end", "how it ended", &McpOutcome::end),
    field("prompt", "the last prompt", or_null(&McpOutcome::prompt)),
    field("answer", "the last answer", or_null(&McpOutcome::answer)),
    field("answerUuid", "its line, for read_messages", or_null(&McpOutcome::answer_uuid)),
    field("answeredAt", "when", as_time(&McpOutcome::answered)),
    field("files", "files changed with file tools", &McpOutcome::files),
    field("commits", "commits made", &McpOutcome::commits),
    field("todos", "what is still open", &McpOutcome::todos),
    field("errors", "errors of the last turn", &McpOutcome::errors),
    field("resumeCommand", kResumeHelp, &McpOutcome::resume),
    field_if_any("cut", kCutHelp, &McpOutcome::cut));

// A piece of a session in another form.
struct McpExport {
  std::string id;
  std::string title;
  std::string format;
  std::int64_t hidden = 0;
  std::string text;
  std::string next_cursor;
};
template <>
inline constexpr auto kDescription<McpExport> = describe(
    "McpExport", "a piece of an exported session", field("sessionId", "its id", &McpExport::id),
    field("title", "its title", or_null(&McpExport::title)),
    field("format", "which form", &McpExport::format),
    field("hidden", "how many secrets it has, each hidden everywhere", &McpExport::hidden),
    field("text", "the next piece; all pieces joined are the whole", &McpExport::text),
    field_if_any("nextCursor", "asks for the next piece", &McpExport::next_cursor));

// What recall gives a model.
struct McpRecall {
  McpLookedAt where;
  RecallAnswer answer;
  std::string cut;
};
template <>
inline constexpr auto kDescription<McpRecall> =
    describe("McpRecall", "what was said before about a question", all_of(&McpRecall::where),
             all_of(&McpRecall::answer), field_if_any("cut", kCutHelp, &McpRecall::cut));

}  // namespace clew
