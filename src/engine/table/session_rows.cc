// SPDX-License-Identifier: MIT
//
// What is known about one session, and what lies beside it.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/lists/list_answers.h"
#include "engine/lists/plans_answer.h"
#include "engine/table/rows.h"
#include "engine/usage/session_usage.h"

namespace clew {

std::vector<Operation> session_rows() {
  return {
      {.name = "info",
       .help = "Show what is known about a session",
       .description =
           "Title and where it came from, times, folder, branch, model, size, messages, branches, "
           "subagents, tokens and cost, whether it is running, and in how many days Claude Code "
           "will remove it.",
       .params = {kSessionParam, kNoUsageParam},
       .handler = answers<info_answer>()},
      {.name = "todos",
       .help = "Show the todo lists and tasks of a session",
       .description =
           "Shows the todo lists and tasks that the session and its subagents left. When there are "
           "no files of them, the last list that the transcript has is shown, and named as such.",
       .params = {kSessionParam},
       .rows = rows_of<open_todos>("lists"),
       .handler = answers<open_todos>()},
      {.name = "plans",
       .help = "List plans, or show the plan of a session",
       .description =
           "Lists the plans that lie in a configuration folder, each with the sessions that worked "
           "by it, and the checkpoints that a desktop client made of sessions. With SESSION prints "
           "the plan of that one.",
       .params = {kMaybeSessionParam, kHiddenParam},
       .handler = answers<plans_answer>()},
      {.name = "files",
       .help = "List the files that a session changed, at any message",
       .description = "Claude Code keeps a copy of each file before it changes it, and calls of "
                      "its tools say what they changed. This lists the files as they were at a "
                      "message (the last one, unless --at names another), prints one with --cat, "
                      "or compares with another message or the disk with --diff.",
       .params = {kSessionParam,
                  {.name = "at", .help = "the message", .value = "UUID"},
                  {.name = "cat", .help = "print this file as it was then", .value = "PATH"},
                  {.name = "diff",
                   .help = "compare with another message, or with the disk",
                   .value = "UUID|disk"}},
       .examples = {{"clew files @1 --diff disk",
                     "what changed since the last prompt of the newest session"}},
       .rows = rows_of<files_answer>("files"),
       .handler = answers<files_answer>()},
      {.name = "agents",
       .help = "List the subagents of a session",
       .description = "Lists the subagents in every layout the CLI has used, with the call that "
                      "started each. `clew show SESSION --agent ID` reads one, also where it has "
                      "no file of its own (CLI 1.0).",
       .params = {kSessionParam, flag_param("warmups", "also warm-ups")},
       .rows = rows_of<open_agents>("agents"),
       .handler = answers<open_agents>()}};
}

}  // namespace clew
