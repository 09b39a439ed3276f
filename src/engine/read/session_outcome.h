// SPDX-License-Identifier: MIT
//
// What became of a session: how its conversation ended and what was done in it. All of it is from
// the transcript, of the branch that a resume continues.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/git_commits.h"
#include "engine/read/session_answers.h"

namespace clew {

enum class ConversationEnd : std::uint8_t {
  kAnswered,     // by the model, nothing is pending
  kUnfinished,   // in the middle of a turn: a prompt or a call that nothing followed
  kInterrupted,  // by a person
  kFailed,       // by an error of the API
  kEmpty,        // nothing was said
};
std::string_view name_of(ConversationEnd end);
constexpr ConversationEnd last_of(ConversationEnd) { return ConversationEnd::kEmpty; }

struct ChangedFile {
  std::string path;
  std::int64_t edits = 0;  // calls that succeeded
  std::int64_t added = 0;  // lines
  std::int64_t removed = 0;
  bool created = false;
};
template <>
inline constexpr auto kDescription<ChangedFile> = describe(
    "ChangedFile", "a file that the session or one of its subagents changed with its file tools",
    field("path", "as the calls name it", &ChangedFile::path),
    field("edits", "how many calls changed it", &ChangedFile::edits),
    field("added", "lines added by them", &ChangedFile::added),
    field("removed", "lines removed by them", &ChangedFile::removed),
    field("created", "it did not exist before", &ChangedFile::created));

struct SessionCommit {
  GitCommit commit;
  std::string uuid;
  TimeMs time = kNoTime;
};
template <>
inline constexpr auto kDescription<SessionCommit> = describe(
    "SessionCommit", "a commit that the session made",
    field("hash", "as git printed it; null when that was not recorded",
          or_null([](const SessionCommit& c) -> const std::string& { return c.commit.hash; })),
    field("gitBranch", "the branch it was made on",
          or_null([](const SessionCommit& c) -> const std::string& { return c.commit.branch; })),
    field("subject", "first line of its message",
          [](const SessionCommit& c) -> const std::string& { return c.commit.subject; }),
    field("files", "files changed", [](const SessionCommit& c) { return c.commit.files; }),
    field("insertions", "lines added", [](const SessionCommit& c) { return c.commit.insertions; }),
    field("deletions", "lines removed", [](const SessionCommit& c) { return c.commit.deletions; }),
    field("uuid", "the line of the call", or_null(&SessionCommit::uuid)),
    field("timestamp", "of that line", as_time(&SessionCommit::time)));

struct OpenTodo {
  std::string text;
  std::string status;
};
template <>
inline constexpr auto kDescription<OpenTodo> =
    describe("OpenTodo", "something planned that was not completed",
             field("text", "what is to be done", &OpenTodo::text),
             field("status", "pending or in_progress, as written", &OpenTodo::status));

struct EndError {
  std::string what;
  std::string text;
  std::string uuid;
};
template <>
inline constexpr auto kDescription<EndError> =
    describe("EndError", "an error of the last turn",
             field("what", "the tool that failed, or API", &EndError::what),
             field("text", "what it said, cut", &EndError::text),
             field("uuid", "the line of the call or the error", or_null(&EndError::uuid)));

struct SessionOutcome {
  SharedSession session;
  ChosenPath path;
  BranchExtras extras;
  ConversationEnd end = ConversationEnd::kEmpty;
  std::string prompt;
  std::string prompt_uuid;
  std::string answer;
  std::string answer_uuid;
  TimeMs answered = kNoTime;
  std::vector<ChangedFile> files;
  std::vector<SessionCommit> commits;
  std::vector<OpenTodo> todos;
  std::vector<EndError> errors;
  std::int64_t branches = 0;
  std::string resume;

  SessionHead head() const { return head_of(*session); }
  BranchPath branch() const { return {session->transcript(), path, extras}; }
};
template <>
inline constexpr auto kDescription<SessionOutcome> = describe(
    "SessionOutcome", "what became of a session",
    field("session", "what is known about the session", &SessionOutcome::head),
    field("branch", "which conversation this is of, and why", &SessionOutcome::branch),
    field("branches", "how many branches the session has", &SessionOutcome::branches),
    field("end", "how the conversation ended", &SessionOutcome::end),
    field("prompt", "the last prompt", or_null(&SessionOutcome::prompt)),
    field("promptUuid", "its line", or_null(&SessionOutcome::prompt_uuid)),
    field("answer", "the last answer that says something", or_null(&SessionOutcome::answer)),
    field("answerUuid", "its first line", or_null(&SessionOutcome::answer_uuid)),
    field("answeredAt", "when", as_time(&SessionOutcome::answered)),
    field("files", "files changed, in the order of their first change", &SessionOutcome::files),
    field("commits", "commits made with Bash, oldest first; amended ones once",
          &SessionOutcome::commits),
    field("todos", "todos and tasks that are still open", &SessionOutcome::todos),
    field("errors", "errors of the last turn, oldest first, at most the last five",
          &SessionOutcome::errors),
    field("resume", "the command that resumes the session; null when claude would not",
          or_null(&SessionOutcome::resume)));

// Takes the parameters of the operation `outcome`.
Result<SessionOutcome> session_outcome(Engine& engine, const Arguments& arguments);

}  // namespace clew
