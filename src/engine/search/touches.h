// SPDX-License-Identifier: MIT
//
// Who touched a file, and which session made a commit: by the calls that are recorded in all
// sessions, those of abandoned branches and of subagents too.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/session_outcome.h"

namespace clew {

// What one session did to a file, or a commit that it made.
struct SessionTouch {
  std::string session{};  // id
  std::string name{};     // what a list calls it
  std::string machine{};  // the other machine that it is of
  std::string person{};   // whose that is, of a team
  std::string file{};     // the transcript
  std::string path{};     // that was changed, as the calls name it
  std::int64_t edits = 0;
  std::int64_t added = 0;
  std::int64_t removed = 0;
  std::string commit{};  // its hash
  std::string subject{};
  std::string uuid{};  // the line of the last of these calls
  TimeMs time = kNoTime;
};
template <>
inline constexpr auto kDescription<SessionTouch> = describe(
    "SessionTouch", "what a session did to a file, or a commit that it made",
    field("session", "its id", &SessionTouch::session),
    field("name", "what it is called", &SessionTouch::name),
    field_if_any("machine", "the other machine that it is of", &SessionTouch::machine),
    field_if_any("person", "whose it is, of a team", &SessionTouch::person),
    field("file", "its transcript, or that of its subagent", &SessionTouch::file),
    field_if_any("path", "the file that was changed, as the calls name it", &SessionTouch::path),
    field_if_any("edits", "how many calls changed it", &SessionTouch::edits),
    field_if_any("added", "lines added by them", &SessionTouch::added),
    field_if_any("removed", "lines removed by them", &SessionTouch::removed),
    field_if_any("commit", "the commit, as git printed its hash", &SessionTouch::commit),
    field_if_any("subject", "first line of its message", &SessionTouch::subject),
    field("uuid", "the line of the last call", or_null(&SessionTouch::uuid)),
    field("timestamp", "of that line", as_time(&SessionTouch::time)));

struct TouchesAnswer {
  std::string what{};                   // as it was looked for
  std::vector<SessionTouch> touches{};  // newest first
};
template <>
inline constexpr auto kDescription<TouchesAnswer> =
    describe("Touches", "who touched a file, or made a commit",
             field("what", "the end of a path, or the start of a hash", &TouchesAnswer::what),
             field("touches", "newest first", &TouchesAnswer::touches));
inline bool holds_nothing(const TouchesAnswer& answer) { return answer.touches.empty(); }

// Takes the parameters of the operation `who`.
Result<TouchesAnswer> touches_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
