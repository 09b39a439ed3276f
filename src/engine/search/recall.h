// SPDX-License-Identifier: MIT
//
// What was said before about a question: the turns of earlier sessions that hold most of its words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/lists/list_answers.h"
#include "engine/search/search_view.h"

namespace clew {

// A prompt and what became of it.
struct RecalledTurn {
  std::string uuid;
  std::string question;
  std::string conclusion_uuid;
  std::string conclusion;
  std::string found_uuid;
  std::string found;
  TimeMs time = kNoTime;
  HitBranch branch = HitBranch::kUnknown;
  std::vector<std::string> words;
  std::string open;
};
template <>
inline constexpr auto kDescription<RecalledTurn> = describe(
    "RecalledTurn", "a prompt and what became of it",
    field("uuid", "the prompt's line", or_null(&RecalledTurn::uuid)),
    field("question", "what was asked", &RecalledTurn::question),
    field("conclusionUuid", "the line of the conclusion", or_null(&RecalledTurn::conclusion_uuid)),
    field("conclusion", "the last answer of that turn", &RecalledTurn::conclusion),
    field("foundUuid", "the line that holds most of the words", or_null(&RecalledTurn::found_uuid)),
    field("found", "the text around them", &RecalledTurn::found),
    field("timestamp", "when it was asked", as_time(&RecalledTurn::time)),
    field("branch", "where in the session", &RecalledTurn::branch),
    field("words", "the words of the question that it holds", &RecalledTurn::words),
    field("open", "the command that shows it", &RecalledTurn::open));

struct RecalledSession {
  std::string id;
  std::string title;
  std::string name;  // a short one, as in lists
  std::string project;
  double score = 0;
  std::vector<RecalledTurn> turns;
  std::string resume;
};
template <>
inline constexpr auto kDescription<RecalledSession> =
    describe("RecalledSession", "a session with turns about the question",
             field("session", "the session's id", &RecalledSession::id),
             field("title", "its title", or_null(&RecalledSession::title)),
             field("project", "the folder it worked in", or_null(&RecalledSession::project)),
             field("score", "how much of the question its best turn holds, from 0 to 1",
                   &RecalledSession::score),
             field("turns", "the turns, best first", &RecalledSession::turns),
             field("resume", "the command that resumes it; null for a subagent's alone",
                   or_null(&RecalledSession::resume)));

// A session that may be meant when nothing holds the words.
struct NearSession {
  std::string id;
  std::string name;
  std::string project;
  TimeMs updated = kNoTime;
  std::vector<std::string> words;
};
template <>
inline constexpr auto kDescription<NearSession> =
    describe("NearSession", "a session that may be meant",
             field("session", "the session's id", &NearSession::id),
             field("name", "what it is called", &NearSession::name),
             field("project", "the folder it worked in", or_null(&NearSession::project)),
             field("updatedAt", "when it was last used", as_time(&NearSession::updated)),
             field("words", "words of it that look like those asked for", &NearSession::words));

struct RecallAnswer {
  std::vector<std::string> words;
  std::vector<std::string> missing;
  std::vector<RecalledSession> sessions;
  std::int64_t more = 0;  // sessions that the limit left out
  std::vector<NearSession> nearest;
  bool used_index = false;
  std::int64_t skipped_lines = 0;
  Findings findings;
  std::int64_t took_ms = 0;
};
template <>
inline constexpr auto kDescription<RecallAnswer> = describe(
    "RecallResult", "what was said before about a question",
    field("words", "the words that were looked for", &RecallAnswer::words),
    field_if_any("missing", "those that are nowhere", &RecallAnswer::missing),
    field("sessions", "the sessions, best first", &RecallAnswer::sessions),
    field_if_any("more", "sessions that the limit left out", &RecallAnswer::more),
    field_if_any("nearest", "when there are none: sessions with similar words, else the newest",
                 &RecallAnswer::nearest),
    field("index", "an index was used", &RecallAnswer::used_index),
    field("skippedLines", "lines that could not be searched", &RecallAnswer::skipped_lines),
    field("findings", kFindingsHelp, &RecallAnswer::findings),
    field("tookMs", "milliseconds", &RecallAnswer::took_ms));
inline bool holds_nothing(const RecallAnswer& answer) { return answer.sessions.empty(); }

// Takes the parameters of the operation `recall`.
Result<RecallAnswer> recall_answer(Engine& engine, const Arguments& arguments);

// For a question that nothing holds: sessions in whose names or first prompts words stand that look
// like those asked for, else the newest (recall_nearest.cc).
Result<std::vector<NearSession>> nearest_sessions(Engine& engine, const Arguments& arguments,
                                                  const std::vector<std::string>& words);

}  // namespace clew
