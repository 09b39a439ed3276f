// SPDX-License-Identifier: MIT
//
// What was said in one session.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/call/operation_handlers.h"
#include "engine/live/event_bus.h"
#include "engine/read/branch_diff.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/session_changes.h"
#include "engine/read/session_outcome.h"
#include "engine/table/rows.h"
#include "engine/usage/session_turns.h"
#include "engine/usage/session_usage.h"

namespace clew {
namespace {

const Param kProject{
    .name = "project", .letter = 'p', .help = "a whole project instead", .value = "PATH"};
const Param kRules{.name = "rules",
                   .help = "which version's rules find the conversation",
                   .value = "RULES",
                   .fallback = "2.1",
                   .choices = {"2.1", "2.0", "1.0", "newest-leaf", "sdk"}};
const Param kLeaf{
    .name = "leaf", .help = "end at this line instead of the one the rules find", .value = "UUID"};
const Param kAgent{.name = "agent",
                   .help = "the conversation of this subagent instead: an id of `clew agents`",
                   .value = "ID"};
const Param kLongestText =
    number_param("longest-text", "with --json: cut texts and leave out JSON of more than N bytes");
const Param kFull{.name = "full",
                  .type = ParamType::kFlag,
                  .help = "as text: fold nothing, print every line of results and thoughts",
                  .local = true};
const Param kIds{.name = "ids",
                 .type = ParamType::kFlag,
                 .help = "as text: name the line that each message begins with",
                 .local = true};
constexpr std::string_view kMetaLines =
    "also lines that are not meant to be read: meta, attachments, system";

}  // namespace

std::vector<Operation> conversation_rows() {
  return {
      {.name = "show",
       .help = "Show a session's conversation",
       .description =
           "Shows the conversation of one branch as a person saw it: messages joined, tool calls "
           "with their results, also what lies before compactions. The active branch unless --leaf "
           "names another; `clew branches` lists them. With --view context only what a resume "
           "would send to the model.",
       .params = {kSessionParam,
                  kRules,
                  kLeaf,
                  kAgent,
                  {.name = "view",
                   .help = "all that a person saw, or what the model would be sent",
                   .value = "VIEW",
                   .fallback = "transcript",
                   .choices = {"transcript", "context"}},
                  {.name = "at",
                   .help = "start at the message that holds this line, on whichever branch, and "
                           "show it unfolded",
                   .value = "UUID"},
                  number_param("offset",
                               "leave out the first N messages; with --first N: one page"),
                  number_param("before", "with --at: also N messages before it"),
                  kLongestText,
                  number_param("first", "only the first N messages"),
                  number_param("last",
                               "only the last N messages; with --at: the N that end with it"),
                  flag_param("meta", kMetaLines),
                  kFull,
                  kIds},
       .one_file = true,
       .rows = rows_of<show_answer>("messages"),
       .handler = answers<show_answer>()},
      {.name = "tail",
       .help = "Follow conversations as they grow",
       .description =
           "Shows the last messages of a session and then what comes: messages, tool calls that go "
           "from pending to done, what each turn cost. Without SESSION the sessions of the folder "
           "you are in, when it has some, else all. Runs until it is interrupted, or its output is "
           "closed. With --json one event per line, see docs/live.md.",
       .params = {kMaybeSessionParam,
                  kProject,
                  kAllParam,
                  kHiddenParam,
                  flag_param("subagents", "also what subagents say"),
                  {.name = "lines",
                   .letter = 'n',
                   .type = ParamType::kInteger,
                   .help = "begin with the last N messages",
                   .value = "N",
                   .fallback = "5"}},
       .examples = {{"clew tail @1", "follow the newest session"},
                    {"clew tail --all --json | jq .type", "everything that happens"}},
       .streams = true,
       .handler = sends_lines<run_tail, ShownEvent>()},
      {.name = "outline",
       .help = "List the messages of a branch without their text",
       .description =
           "One row per message, as many as `clew show` prints, in its order and with its numbers: "
           "who said it, what it is, how large, and which alternatives there are where the "
           "conversation forks. For programs that show a long session page by page.",
       .params = {kSessionParam, kRules, kLeaf, kAgent, flag_param("meta", kMetaLines)},
       .one_file = true,
       .rows = rows_of<outline_answer>("messages"),
       .handler = answers<outline_answer>()},
      {.name = "context",
       .help = "Show what `claude --resume` would send to the model",
       .description =
           "Lists exactly the lines that the CLI of that version would send when the session is "
           "resumed, in order, and why the conversation ends where it does. Checked against "
           "Claude Code 1.0.128, 2.0.73, 2.1.325 and the Agent SDK 0.3.325. With --check the exit "
           "code is 1 when a resume will fail or forget, else 0; `clew doctor` gives the same "
           "answer.",
       .params = {kSessionParam, kRules, kLeaf,
                  flag_param("messages",
                             "with --json also the messages themselves, as plain role and content"),
                  flag_param("check", "say what the API would refuse of it")},
       .one_file = true,
       .handler = answers<context_answer>()},
      {.name = "branches",
       .help = "List the branches of a session",
       .description =
           "Lists the true branches: what edited prompts and rewinds left behind, each with its "
           "end, where it forks off, its first own prompt and whether it is active. Forks that are "
           "only artefacts of recording (parallel tool calls, hooks, retries) are not listed; "
           "--why lists them too, each with the reason.",
       .params = {kSessionParam, kRules, kLeaf,
                  flag_param("why",
                             "also every fork of the lines, and why it is a branch or none")},
       .one_file = true,
       .rows = rows_of<branches_answer>("branches"),
       .handler = answers<branches_answer>()},
      {.name = "outcome",
       .help = "Show what became of a session",
       .description =
           "How the conversation ended, the last prompt and answer, the files that were changed, "
           "the commits that were made, the todos that are still open and the errors of the last "
           "turn. All of it is read from the transcript, of the branch that a resume continues. "
           "Files are those that file tools changed; what commands of the shell changed is not "
           "known.",
       .params = {kSessionParam, kRules, kLeaf},
       .examples = {{"clew outcome @1", "how did the newest session end?"}},
       .one_file = true,
       .handler = answers<session_outcome>()},
      {.name = "turns",
       .help = "List the turns of a session: time, cost and context of each",
       .description =
           "A turn is a prompt and all that followed it until the next one. Of each it says when "
           "it began and ended, which tools it called, what it cost with the subagents that it "
           "started, and how full the context was behind its last answer. --parts says what "
           "filled it and lists the largest single texts, --calls every call of a tool with its "
           "times. The costs of the turns and what is elsewhere, on other branches, add up to "
           "what `clew usage` has for the session.",
       .params = {kSessionParam, kRules, kLeaf, kAgent,
                  flag_param("parts",
                             "also what each turn brought into the context, and the largest texts"),
                  flag_param("calls", "also every call of a tool, with its times"), kNoUsageParam},
       .examples = {{"clew turns @1 --parts", "why was the context full?"}},
       .one_file = true,
       .rows = rows_of<turns_answer>("turns"),
       .handler = answers<turns_answer>()},
      {.name = "changes",
       .help = "Show all changes of a session to files as one diff",
       .description = "Everything that the tools of a session and of its subagents did to files, "
                      "as a patch: the difference of each file before and behind all of it where "
                      "the file was recorded, else what each call changed, one after the other. "
                      "What commands of the shell changed is not known.",
       .params = {kSessionParam,
                  kLeaf,
                  number_param(
                      "turn", "only what this turn changed, by its number in `clew turns`, from 1"),
                  {.name = "file", .help = "only this file", .value = "PATH"},
                  flag_param("steps", "with --json: also every change by itself")},
       .examples = {{"clew changes @1 > session.patch", "all of it, for git apply"}},
       .one_file = true,
       .rows = rows_of<changes_answer>("files"),
       .handler = answers<changes_answer>()},
      {.name = "diff",
       .help = "Compare two branches of a session",
       .description =
           "Shows what each of two branches has of its own, as clew show does, and counts what "
           "both have. A and B name branches by their ends, as clew branches lists them. Without B "
           "A is compared with the active branch; without both the session must have two.",
       .params = {kSessionParam,
                  {.name = "a",
                   .help = "the first branch: its last line, or a unique start of its uuid",
                   .value = "A",
                   .positional = true},
                  {.name = "b",
                   .help = "the second branch; the active one when left out",
                   .value = "B",
                   .positional = true},
                  kRules,
                  kLongestText,
                  kFull,
                  kIds},
       .examples = {{"clew diff @1", "the two branches of the newest session"},
                    {"clew diff 4f1d 77d64c65", "that branch against the active one"}},
       .one_file = true,
       .handler = answers<diff_answer>()},
      {.name = "tree",
       .help = "Draw a session's branches",
       .description =
           "Draws the tree of messages with its forks. Runs of messages without a fork are drawn "
           "as one line.",
       .params = {kSessionParam,
                  kRules,
                  kLeaf,
                  {.name = "previews",
                   .type = ParamType::kFlag,
                   .help =
                       "with --json: the first words of prompts that are not on the shown branch"}},
       .one_file = true,
       .rows = rows_of<tree_answer>("messages"),
       .handler = answers<tree_answer>()},
      {.name = "stats",
       .help = "Count messages, tokens, tools and time of a session",
       .description =
           "Messages are those that clew show prints; all else is of the whole file. Tokens are "
           "counted once per API response, however many lines report them; \"usage\" are the "
           "tokens and the cost that `clew usage` has for the session with all its subagents. "
           "Active time is the time between lines, pauses of more than five minutes left out.",
       .params = {kSessionParam, kNoUsageParam},
       .handler = answers<stats_answer>()},
      {.name = "raw",
       .help = "Print a line of a session as it is in the file",
       .description = "Prints the line with this uuid, byte for byte.",
       .params = {kSessionParam,
                  {.name = "uuid",
                   .help = "the line's uuid, or a unique start of it",
                   .value = "UUID",
                   .required = true,
                   .positional = true}},
       .one_file = true,
       .handler = {run_raw}}};
}

}  // namespace clew
