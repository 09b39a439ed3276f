// SPDX-License-Identifier: MIT
//
// What lists sessions and what they have in common.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/lists/demo_answer.h"
#include "engine/lists/list_answers.h"
#include "engine/lists/session_labels.h"
#include "engine/table/rows.h"
#include "engine/usage/session_usage.h"

namespace clew {

std::vector<Operation> list_rows() {
  return {
      {.name = "list",
       .help = "List sessions, newest first",
       .description =
           "Lists the sessions of a project, or of all, by the time of their last line; --since "
           "and --until select by it too. Without PATH and --all those of the folder "
           "you are in, when it has some. Titles come from where the official tools take them: "
           "your own, the one Claude made, the last prompt, a summary, the first prompt. "
           "Transcripts of subagents, sessions that Claude Code began only to warm its cache, and "
           "files without a conversation are left out unless asked for, and counted.",
       .params =
           {{.name = "path",
             .help = "the project: its folder or one below it, or a part of its name",
             .value = "PATH",
             .positional = true},
            kAllParam,
            limit_param("at most N sessions; 0 for all", "0"),
            number_param("offset", "leave out the first N", "0"),
            {.name = "cursor",
             .help = "continue after the page that gave this cursor",
             .value = "CURSOR"},
            {.name = "sort",
             .help = "what comes first",
             .value = "BY",
             .fallback = "updated",
             .choices = {"updated", "created", "size", "messages"}},
            kSinceParam,
            kUntilParam,
            kTimezoneParam,
            {.name = "match",
             .type = ParamType::kTextList,
             .help = "only those with these words in title, first prompt, folder, branch, "
                     "tag, remark or id",
             .value = "WORDS"},
            {.name = "model", .help = "only those that this model answered last", .value = "MODEL"},
            {.name = "branch", .help = "only those of this git branch", .value = "BRANCH"},
            {.name = "tag", .help = "only those with this tag", .value = "TAG"},
            {.name = "person", .help = "only those of this person of a team", .value = "NAME"},
            {.name = "machine", .help = "only those of this other machine", .value = "NAME"},
            {.name = "id",
             .type = ParamType::kTextList,
             .help = "only the sessions with these whole ids",
             .value = "ID"},
            number_param("days-left", "only those that Claude Code will remove within N days"),
            flag_param("running", "only those that run"),
            flag_param("pinned", "only those that you pinned"),
            flag_param("subagents", "also transcripts of subagents"),
            flag_param("empty",
                       "also files that the official tools leave out: without prompt or title, or "
                       "not named by an id"),
            kHiddenParam,
            flag_param("ghosts",
                       "also sessions whose transcript is gone, with the prompts that are left"),
            flag_param("counts",
                       "count the messages that clew show prints, and say what each session "
                       "used and cost; reads every session")},
       .examples = {{"clew list --since 2d --all", "what was I doing these days, anywhere?"},
                    {"clew list --all --format '{id}\\t{project.path}\\t{name}'",
                     "three columns, for a script"},
                    {"clew list ~/src/orchard --json",
                     "the sessions of one project, for a program"}},
       .rows = rows_of<list_answer>("sessions"),
       .handler = answers<list_answer>()},
      {.name = "projects",
       .help = "List projects, last used first",
       .description =
           "A project is a folder that Claude Code worked in. Its path is the one recorded in its "
           "sessions; marked when that folder is gone. Worktrees of one repository stand together.",
       .params = {kHiddenParam},
       .rows = rows_of<open_projects>("projects"),
       .handler = answers<open_projects>()},
      {.name = "labels",
       .help = "List projects, branches, models and tags of sessions",
       .description = "Labels by which sessions can be filtered, each with the number of sessions "
                      "that have it: "
                      "what --branch, --model and --tag of `clew list` take.",
       .params = {kHiddenParam},
       .handler = answers<session_labels>()},
      {.name = "prompts",
       .help = "List what you typed, newest first",
       .description =
           "Reads the CLI's own history of prompts, which outlives the sessions: pasted texts are "
           "put back into their places. QUERY keeps only prompts that hold these words; it is "
           "written as for `clew search`.",
       .params = {{.name = "query",
                   .type = ParamType::kTextList,
                   .help = "what to look for",
                   .value = "QUERY",
                   .positional = true},
                  {.name = "project",
                   .letter = 'p',
                   .help = "only prompts typed in this folder: its path, or a part of its name",
                   .value = "PATH"},
                  {.name = "session",
                   .help =
                       "only prompts of this session: its id or the start of one, its title, or @1",
                   .value = "SESSION"},
                  kSinceParam,
                  kUntilParam,
                  kTimezoneParam,
                  kHiddenParam,
                  limit_param("at most N prompts; 0 for all", "0")},
       .rows = rows_of<open_prompts>("prompts"),
       .handler = answers<open_prompts>()}};
}

Operation demo_row() {
  return {
      .name = "demo",
      .help = "Create invented sessions to try Clew on",
      .description =
          "Writes a small invented configuration root with several projects, branches, subagents, "
          "a compaction, pictures, todos and file history. Every command works on it with --root. "
          "Without FOLDER it goes below the cache folder. Nothing else is touched.",
      .params = {{.name = "folder",
                  .help = "an empty or new folder",
                  .value = "FOLDER",
                  .positional = true}},
      .examples = {{"clew demo /tmp/demo && clew list --all --root /tmp/demo", "look around"}},
      .read_only = false,
      .local = true,
      .handler = answers<demo_answer>()};
}

}  // namespace clew
