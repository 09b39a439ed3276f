// SPDX-License-Identifier: MIT
//
// What finds something in all sessions.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/search/recall.h"
#include "engine/search/search_answers.h"
#include "engine/search/touches.h"
#include "engine/table/rows.h"

namespace clew {
namespace {

const Param kInProjects{.name = "project",
                        .letter = 'p',
                        .type = ParamType::kTextList,
                        .help = "only where the project's path contains this",
                        .value = "TEXT"};

}  // namespace

std::vector<Operation> search_rows() {
  return {
      {.name = "search",
       .help = "Find words in all sessions",
       .description =
           "Finds messages in all sessions, branches and subagents: all words must be in one "
           "message. "
           "\"a phrase\", -without, one OR other, (a OR b), AND, NOT, begin*, =\"exact text\" and "
           "/regex/ work, and so do "
           "filters: project: session: role: tool: file: model: branch: is:error since: until: "
           "in:title. Hits of one session stand together, the best first.",
       .params = {{.name = "query",
                   .type = ParamType::kTextList,
                   .help = "what to look for",
                   .value = "QUERY",
                   .positional = true},
                  kInProjects,
                  {.name = "session",
                   .type = ParamType::kTextList,
                   .help = "only in this session: its id or the start of one, its title, or @1",
                   .value = "SESSION"},
                  {.name = "role",
                   .type = ParamType::kTextList,
                   .help = "only what this role said",
                   .value = "ROLE",
                   .choices = {"user", "assistant", "tool", "thinking", "title"}},
                  {.name = "tool",
                   .type = ParamType::kTextList,
                   .help = "only calls of this tool and their results",
                   .value = "NAME"},
                  {.name = "file",
                   .type = ParamType::kTextList,
                   .help = "only calls about this file, named by the end of its path",
                   .value = "PATH"},
                  {.name = "model",
                   .type = ParamType::kTextList,
                   .help = "only answers of a model whose name contains this",
                   .value = "TEXT"},
                  {.name = "branch",
                   .type = ParamType::kTextList,
                   .help = "only lines written on this git branch",
                   .value = "NAME"},
                  kSinceParam,
                  kUntilParam,
                  kTimezoneParam,
                  kHiddenParam,
                  flag_param("errors", "only failed tools and API errors"),
                  limit_param("at most N hits; 0 for all (else 20, with --list and --count all)"),
                  number_param("per-session", "at most N hits of one session; 0 for all", "3"),
                  {.name = "list",
                   .letter = 'l',
                   .type = ParamType::kFlag,
                   .help = "only the sessions, one a line, as `clew show` takes them"},
                  {.name = "count",
                   .letter = 'c',
                   .type = ParamType::kFlag,
                   .help = "only how many hits each session has"},
                  {.name = "context",
                   .type = ParamType::kInteger,
                   .help = "bytes of text to show around a hit",
                   .value = "N",
                   .fallback = "160",
                   .min = 20,
                   .max = 100000},
                  {.name = "sort",
                   .help = "best first, or newest first",
                   .value = "ORDER",
                   .fallback = "rank",
                   .choices = {"rank", "time"}},
                  kNoIndexParam},
       .examples = {{"clew search race condition pool", "all three words in one message"},
                    {"clew search '\"connection refused\" role:tool since:7d'",
                     "what tools printed this week"}},
       .rows = rows_of<search_view>("hits"),
       .handler = answers<search_view>()},
      {.name = "recall",
       .help = "Find what was said before about a question",
       .description =
           "Takes a question in plain words and finds the turns of earlier sessions that hold most "
           "of "
           "them, also in other forms (\"caching\" finds \"cached\"). Of each it says what was "
           "asked, what the last answer was, when, on which branch, and how to resume the session. "
           "When nothing holds any of the words, sessions with similar words are named.",
       .params = {{.name = "question",
                   .type = ParamType::kTextList,
                   .help = "what you want to know, in plain words",
                   .value = "QUESTION",
                   .required = true,
                   .positional = true},
                  kInProjects,
                  kSinceParam,
                  kUntilParam,
                  kTimezoneParam,
                  kHiddenParam,
                  {.name = "limit",
                   .letter = 'n',
                   .type = ParamType::kInteger,
                   .help = "at most N sessions",
                   .value = "N",
                   .fallback = "5",
                   .min = 1,
                   .max = 50},
                  {.name = "max-chars",
                   .type = ParamType::kInteger,
                   .help = "about so many characters of answer",
                   .value = "N",
                   .fallback = "8000",
                   .min = 1000,
                   .max = 1000000},
                  kNoIndexParam},
       .examples = {{"clew recall why did the frost bell ring too late",
                     "the turns that are about it, with their conclusions"}},
       .rows = rows_of<recall_answer>("sessions"),
       .handler = answers<recall_answer>()},
      {.name = "who",
       .help = "Find the sessions that changed a file, or made a commit",
       .description =
           "Looks through the calls that are recorded in all sessions, subagents and abandoned "
           "branches included: who changed this file with the file tools, or made this commit "
           "with Bash. A path counts by its end, so that another machine may have it elsewhere; "
           "a whole path on this machine by where it lies in its git repository. With --root "
           "team: over everything that others share with you.",
       .params = {{.name = "what",
                   .help = "a file, or the hash of a commit: at least seven digits of it",
                   .value = "FILE|COMMIT",
                   .required = true,
                   .positional = true},
                  kHiddenParam},
       .examples = {{"clew who src/orchard/bell.py", "which sessions changed it, newest first"},
                    {"clew who 4f1d2c9 --root team:", "whose session made that commit?"}},
       .rows = rows_of<touches_answer>("touches"),
       .handler = answers<touches_answer>()}};
}

Operation index_row() {
  return {
      .name = "index",
      .help = "Build or refresh the search index",
      .description =
          "Makes searching fast. The index lies in the cache folder ($XDG_CACHE_HOME/clew) and "
          "may be "
          "deleted at any time; clew search works without it, and brings it up to date by itself "
          "when "
          "little has changed. status shows its state, verify checks it, drop removes it.",
      .params = {{.name = "what",
                  .help = "what to do",
                  .value = "WHAT",
                  .positional = true,
                  .fallback = "build",
                  .choices = {"build", "status", "verify", "drop"}}},
      .read_only = false,
      .resumes = true,
      .handler = answers<index_answer>()};
}

}  // namespace clew
