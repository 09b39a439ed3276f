// SPDX-License-Identifier: MIT
//
// The rows of the table. What they do is in session_operations.cc and its neighbours.

#include <algorithm>

#include "engine/operation.h"
#include "engine/operation_handlers.h"

namespace clew {
namespace {

const Param kSession{.name = "session",
                     .help = "the session: an id or the start of one, a title, @1 for the newest, or a file",
                     .value = "SESSION",
                     .required = true,
                     .positional = true};
const Param kRules{.name = "rules",
                   .help = "whose rules find the conversation",
                   .value = "RULES",
                   .fallback = "2.1",
                   .choices = {"2.1", "2.0", "1.0", "newest-leaf", "sdk"}};
const Param kLeaf{.name = "leaf",
                  .help = "end at this line instead of the one the rules find",
                  .value = "UUID"};

std::vector<Operation> make_table() {
  return {
      {.name = "list",
       .help = "List sessions, newest first",
       .description =
           "Lists the sessions of a project, or of all. Without PATH and --all those of the folder "
           "you stand in, when it has some. Titles come from where the official tools take them: "
           "your own, the one Claude made, the last prompt, a summary, the first prompt. "
           "Transcripts of subagents and files without a conversation are left out unless asked "
           "for.",
       .params = {{.name = "path",
                   .help = "folder of the project",
                   .value = "PATH",
                   .positional = true},
                  {.name = "all", .type = ParamType::kFlag, .help = "sessions of all projects"},
                  {.name = "limit", .type = ParamType::kInteger, .help = "at most N sessions; 0 for all", .value = "N", .fallback = "0"},
                  {.name = "offset", .type = ParamType::kInteger, .help = "leave out the first N", .value = "N", .fallback = "0"},
                  {.name = "cursor",
                   .help = "go on after the page that gave this cursor",
                   .value = "CURSOR"},
                  {.name = "sort",
                   .help = "what comes first",
                   .value = "BY",
                   .fallback = "updated",
                   .choices = {"updated", "created", "size", "messages"}},
                  {.name = "since",
                   .help = "only sessions changed since then: 90m, 12h, 7d, 2w or 2026-01-31",
                   .value = "TIME"},
                  {.name = "subagents", .type = ParamType::kFlag, .help = "also transcripts of subagents"},
                  {.name = "empty", .type = ParamType::kFlag, .help = "also files without a conversation"},
                  {.name = "hidden", .type = ParamType::kFlag, .help = "also hidden sessions"},
                  {.name = "counts", .type = ParamType::kFlag, .help = "count messages"}},
       .examples = {{"clew list --since 2d --all", "what was I doing these days, anywhere?"},
                    {"clew list ~/src/orchard --json", "the sessions of one project, for a program"}},
       .run = run_list},
      {.name = "projects",
       .help = "List projects, last used first",
       .description =
           "A project is a folder that Claude Code worked in. Its path is the one recorded in its "
           "sessions; marked when that folder is gone. Worktrees of one repository stand together.",
       .params = {{.name = "hidden", .type = ParamType::kFlag, .help = "also hidden ones"}},
       .run = run_projects},
      {.name = "prompts",
       .help = "List what you typed, newest first",
       .description =
           "Reads the CLI's own history of prompts, which outlives the sessions: pasted texts are "
           "put back into their places. QUERY keeps only prompts that hold these words.",
       .params = {{.name = "query", .help = "part of the prompt", .value = "QUERY", .positional = true},
                  {.name = "project", .help = "only prompts typed in this folder", .value = "PATH"},
                  {.name = "session", .help = "only prompts of this session id", .value = "ID"},
                  {.name = "since", .help = "typed since then: 12h, 7d or 2026-01-31", .value = "TIME"},
                  {.name = "limit", .type = ParamType::kInteger, .help = "at most N prompts; 0 for all", .value = "N", .fallback = "0"}},
       .run = run_prompts},
      {.name = "agents",
       .help = "List the subagents of a session",
       .description =
           "Lists the transcripts of subagents in every layout the CLI has used, with the call that "
           "started each. `clew show FILE` reads one.",
       .params = {kSession, {.name = "all", .type = ParamType::kFlag, .help = "also warm-ups"}},
       .run = run_agents},
      {.name = "show",
       .help = "Show a session's conversation",
       .description =
           "Shows the conversation of one branch as a person saw it: messages joined, tool calls "
           "with their results, also what lies before compactions. The active branch unless --leaf "
           "names another; `clew branches` lists them. With --view context only what a resume "
           "would send to the model.",
       .params = {kSession, kRules, kLeaf,
                  {.name = "view",
                   .help = "all that a person saw, or what the model would be sent",
                   .value = "VIEW",
                   .fallback = "transcript",
                   .choices = {"transcript", "context"}},
                  {.name = "at",
                   .help = "start at the message that holds this line",
                   .value = "UUID"},
                  {.name = "first", .type = ParamType::kInteger, .help = "only the first N messages", .value = "N"},
                  {.name = "last", .type = ParamType::kInteger, .help = "only the last N messages", .value = "N"},
                  {.name = "all",
                   .type = ParamType::kFlag,
                   .help = "also lines that are not meant to be read: meta, attachments, system"}},
       .run = run_show},
      {.name = "context",
       .help = "What `claude --resume` would send to the model",
       .description =
           "Lists exactly the lines that the CLI of that version would send when the session is "
           "resumed, in order, and why the conversation ends where it does. Checked against "
           "Claude Code 1.0.128, 2.0.73, 2.1.325 and the Agent SDK 0.3.325.",
       .params = {kSession, kRules, kLeaf,
                  {.name = "messages",
                   .type = ParamType::kFlag,
                   .help = "with --json also the messages themselves, as plain role and content"}},
       .run = run_context},
      {.name = "branches",
       .help = "List the alternatives in a session",
       .description =
           "Lists the true branches: what edited prompts and rewinds left behind, each with its "
           "end, where it forks off, its first own prompt and whether it is active. Forks that are "
           "only artefacts of recording (parallel tool calls, hooks, retries) are not listed.",
       .params = {kSession, kRules, kLeaf},
       .run = run_branches},
      {.name = "tree",
       .help = "Draw a session's branches",
       .description =
           "Draws the tree of messages with its forks. Runs of messages without a fork are drawn "
           "as one line.",
       .params = {kSession, kRules, kLeaf},
       .run = run_tree},
      {.name = "stats",
       .help = "Count messages, tokens, tools and time of a session",
       .description =
           "Tokens are counted once per API response, however many lines report them. Active time "
           "is the time between lines, pauses of more than five minutes left out.",
       .params = {kSession},
       .run = run_stats},
      {.name = "raw",
       .help = "Print a line of a session as it is in the file",
       .description = "Prints the line with this uuid, byte for byte.",
       .params = {kSession,
                  {.name = "uuid",
                   .help = "the line's uuid, or a unique start of it",
                   .value = "UUID",
                   .required = true,
                   .positional = true}},
       .run = run_raw},
      {.name = "check",
       .help = "Say what is odd about a session file",
       .description =
           "Lists torn lines, values of the wrong kind, repeated uuids, missing parents, loops, "
           "calls without results and types that Clew does not know, each with its place.",
       .params = {kSession},
       .run = run_check},
      {.name = "demo",
       .help = "Make an invented root to try Clew on",
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
       .run = run_demo},
  };
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> table = make_table();
  return table;
}

const Operation* find_operation(std::string_view name) {
  const auto table = operations();
  const auto row = std::find_if(table.begin(), table.end(),
                                [name](const Operation& op) { return op.name == name; });
  return row == table.end() ? nullptr : &*row;
}

}  // namespace clew
