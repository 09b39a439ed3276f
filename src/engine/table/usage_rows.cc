// SPDX-License-Identifier: MIT
//
// What it cost.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/table/rows.h"
#include "engine/usage/usage_answers.h"

namespace clew {

std::vector<Operation> usage_rows() {
  return {
      {.name = "usage",
       .help = "Count tokens and cost",
       .description = "Counts every API response once, however many lines and files repeat it, and "
                      "applies list prices to it. Models without a known price are shown with "
                      "their tokens and never guessed. Days are those of your time zone. `usage "
                      "explain` shows what a session or a message cost, line by line, and what "
                      "other common ways of counting would give. docs/usage.md has the rules.",
       .params =
           {{.name = "kind",
             .help = "what to count by; explain wants a session or message after it",
             .value = "KIND",
             .positional = true,
             .fallback = "daily",
             .choices = {"daily", "weekly", "monthly", "sessions", "projects", "models", "tools",
                         "branches", "people", "machines", "repositories", "blocks", "explain"}},
            {.name = "target",
             .help = "for explain: a session, a message.id, a requestId or the uuid of a line",
             .value = "TARGET",
             .positional = true},
            kSinceParam,
            kUntilParam,
            {.name = "project",
             .letter = 'p',
             .help = "only this project: its folder, or part of its key",
             .value = "PROJECT"},
            {.name = "session", .help = "only this session and its subagents", .value = "SESSION"},
            {.name = "model", .help = "only models with this in their names", .value = "NAME"},
            kTimezoneParam,
            kHiddenParam,
            {.name = "prices",
             .help = "a table of prices that go before those built in",
             .value = "FILE",
             .local = true},
            flag_param("breakdown", "also by model, and subagents apart"),
            kNoIndexParam,
            limit_param("on a terminal at most N lines; 0 for all"),
            flag_param("csv", "print comma-separated values")},
       .examples = {{"clew usage monthly --breakdown", "what did each model cost?"},
                    {"clew usage sessions --since 7d", "the most expensive sessions of the week"},
                    {"clew usage explain @1", "how the cost of the newest session adds up"}},
       .rows = rows_of<usage_answer>("rows"),
       .handler = answers<usage_answer>()}};
}

Operation statusline_row() {
  return {.name = "statusline",
          .help = "Print a status line for Claude Code",
          .description =
              "Reads the JSON that Claude Code hands to its statusLine command and prints one "
              "line: the model, what the session and today cost so far, how full the context is, "
              "and how much of the subscription's limits is used. `clew hooks` prints the settings "
              "for it. Reads only the session's files and those changed today, and of these what "
              "is new since the last time; an amount that is not whole yet has a ≥ before it.",
          .params = {{.name = "status",
                      .help = "the JSON itself; on a command line it is read from standard input",
                      .value = "JSON"},
                     kTimezoneParam},
          .local = true,
          .handler = answers<usage_status>()};
}

}  // namespace clew
