// SPDX-License-Identifier: MIT
//
// What is wrong with a session, and what mends it.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/table/rows.h"

namespace clew {

std::vector<Operation> doctor_rows() {
  return {
      {.name = "check",
       .help = "Check a session file for problems",
       .description =
           "Lists torn lines, values of the wrong kind, repeated uuids, missing parents, loops, "
           "calls without results and types that Clew does not know, each with its place, and then "
           "what of it matters to a resume. `clew doctor` says more of that, and can repair it. "
           "The exit code is 1 when a resume will fail or forget, else 0.",
       .params = {kSessionParam},
       .one_file = true,
       .rows = rows_of<check_answer>("findings"),
       .handler = answers<check_answer>()},
      {.name = "doctor",
       .help = "Say why a session fails, and make a copy that works",
       .description =
           "Names what is wrong with a session: the error that it ends with, then everything in "
           "its lines that makes a resume fail or forget, with the versions of Claude Code that "
           "are affected. With --repair it writes a new session beside the old one in which that "
           "is mended, and says what changed, what was lost and how to continue; the old one is "
           "never touched. Without SESSION it lists the sessions that need attention. The exit "
           "code is 1 when something will fail or forget, or cannot be read, and 0 when nothing "
           "will or the repair is done.",
       .params = {kMaybeSessionParam,
                  {.name = "repair",
                   .type = ParamType::kFlag,
                   .help = "write a repaired copy as a new session",
                   .local = true},
                  {.name = "only",
                   .type = ParamType::kTextList,
                   .help = "with --repair: repair this class alone, such as C1; may be given again",
                   .value = "CLASS",
                   .local = true},
                  {.name = "leaf",
                   .help = "with --repair: the conversation that ends at this line; needed where a "
                           "session has two ends",
                   .value = "UUID",
                   .local = true},
                  {.name = "dry-run",
                   .type = ParamType::kFlag,
                   .help = "with --repair: say what would be done, write nothing",
                   .local = true},
                  {.name = "diff",
                   .type = ParamType::kFlag,
                   .help = "with --repair: show the lines that differ",
                   .local = true},
                  limit_param("without SESSION: at most N sessions of each kind; 0 for all", "5")},
       .examples = {{"clew doctor @1", "why the newest session fails"},
                    {"clew doctor @1 --repair", "a copy of it that works"}},
       .handler = answers<doctor_answer>()}};
}

}  // namespace clew
