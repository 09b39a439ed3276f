// SPDX-License-Identifier: MIT
//
// Everything that a session and its subagents did to files with their tools, as one difference: by
// file, and step by step.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/edited_files.h"
#include "engine/read/session_answers.h"

namespace clew {

// One call that changed a file.
struct ChangeStep {
  std::string path;
  std::string tool;
  std::string uuid;
  std::string agent;
  std::int32_t turn = 0;
  TimeMs time = kNoTime;
  LineCounts counts{};
  std::vector<std::string> diff{};
};
template <>
inline constexpr auto kDescription<ChangeStep> =
    describe("ChangeStep", "a call that changed a file",
             field("path", "relative to the session's folder, or absolute", &ChangeStep::path),
             field("tool", "the tool", &ChangeStep::tool),
             field("turn", "in which turn of `clew turns`, from 1; 0: in none",
                   [](const ChangeStep& step) { return step.turn + 1; }),
             field("uuid", "the line of the call", or_null(&ChangeStep::uuid)),
             field_if_any("agent", "the subagent that made it", &ChangeStep::agent),
             field("timestamp", "of that line", as_time(&ChangeStep::time)),
             field("added", "lines added", through(&ChangeStep::counts, &LineCounts::added)),
             field("removed", "lines removed", through(&ChangeStep::counts, &LineCounts::removed)),
             field("diff", "lines of the difference", &ChangeStep::diff));

// What all of these calls came to.
struct FileDiff {
  std::string path;
  bool created = false;
  bool whole = false;
  std::int64_t edits = 0;
  LineCounts counts{};
  std::vector<std::string> diff{};
};
template <>
inline constexpr auto kDescription<FileDiff> = describe(
    "FileDiff", "a file that a session changed",
    field("path", "relative to the session's folder, or absolute", &FileDiff::path),
    field("created", "it did not exist before", &FileDiff::created),
    field("whole",
          "the difference of the file before and behind all calls; else what each of them changed, "
          "one after the other, because the file itself was not recorded",
          &FileDiff::whole),
    field("edits", "how many calls changed it", &FileDiff::edits),
    field("added", "lines added", through(&FileDiff::counts, &LineCounts::added)),
    field("removed", "lines removed", through(&FileDiff::counts, &LineCounts::removed)),
    field("diff", "lines of the difference", &FileDiff::diff));

struct ChangesAnswer {
  SharedSession session;
  std::vector<FileDiff> files;
  std::vector<ChangeStep> steps;
};
template <>
inline constexpr auto kDescription<ChangesAnswer> = describe(
    "SessionChanges", "everything that a session did to files",
    field("session", "what is known about the session",
          [](const ChangesAnswer& a) { return head_of(*a.session); }),
    field("files", "the files, in the order of their first change", &ChangesAnswer::files),
    field_if_any("steps", "with --steps: every change, oldest first", &ChangesAnswer::steps));
inline bool holds_nothing(const ChangesAnswer& answer) { return answer.files.empty(); }

// Takes the parameters of the operation `changes`.
Result<ChangesAnswer> changes_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
