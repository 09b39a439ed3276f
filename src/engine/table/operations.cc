// SPDX-License-Identifier: MIT
//
// The rows of the table. What they do is in session_operations.cc and its neighbours.

#include <algorithm>

#include "engine/call/answer.h"
#include "engine/call/common_params.h"
#include "engine/call/operation.h"
#include "engine/call/operation_handlers.h"
#include "engine/doctor/doctor_answers.h"
#include "engine/drive/drive_rows.h"
#include "engine/export/export_operation.h"
#include "engine/export/import_operation.h"
#include "engine/keep/keep_answers.h"
#include "engine/keep/restore_operation.h"
#include "engine/lists/demo_answer.h"
#include "engine/lists/edits.h"
#include "engine/lists/list_answers.h"
#include "engine/lists/plans_answer.h"
#include "engine/lists/session_labels.h"
#include "engine/lists/trash_list.h"
#include "engine/live/event_bus.h"
#include "engine/read/branch_diff.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/session_changes.h"
#include "engine/read/session_outcome.h"
#include "engine/redact/redact_answers.h"
#include "engine/search/recall.h"
#include "engine/search/search_answers.h"
#include "engine/search/touches.h"
#include "engine/team/team_answers.h"
#include "engine/travel/merge_operation.h"
#include "engine/travel/move_operation.h"
#include "engine/travel/pack_operation.h"
#include "engine/travel/unpack_operation.h"
#include "engine/usage/session_turns.h"
#include "engine/usage/session_usage.h"
#include "engine/usage/usage_answers.h"

namespace clew {
namespace {

const Param kMaybeSession{
    .name = "session", .help = kSessionParam.help, .value = "SESSION", .positional = true};
const Param kKeepParam{.name = "keep",
                       .type = ParamType::kTextList,
                       .help =
                           "do not hide this: the number of a finding, a label such as "
                           "'github-token 1', or a kind; may be given again",
                       .value = "WHAT"};
const Param kHideParam{.name = "hide",
                       .type = ParamType::kTextList,
                       .help = "hide this, whatever was decided about its kind",
                       .value = "WHAT"};
const Param kUndecidedParam{.name = "undecided",
                            .type = ParamType::kTextList,
                            .help = "forget what was decided about this",
                            .value = "WHAT"};
Param typed_only(Param param) {
  param.local = true;
  return param;
}
const Param kLiteralParam{.name = "literal",
                          .type = ParamType::kTextList,
                          .help = "also hide this text; may be given again",
                          .value = "TEXT"};
const Param kExpressionParam{
    .name = "expression",
    .type = ParamType::kTextList,
    .help = "also hide what this expression (RE2) matches, or its first group",
    .value = "EXPRESSION"};
const Param kAlsoParam{.name = "also",
                       .type = ParamType::kTextList,
                       .help = "also hide what is no secret but tells who and where somebody is",
                       .value = "WHAT",
                       .choices = {"email", "ip", "home", "host"}};
const Param kWithoutParam{.name = "without",
                          .type = ParamType::kTextList,
                          .help = "do not look for this kind; may be given again",
                          .value = "KIND"};
const Param kProject{
    .name = "project", .letter = 'p', .help = "a whole project instead", .value = "PATH"};
const Param kSessions{.name = "session",
                      .type = ParamType::kTextList,
                      .help = kSessionParam.help,
                      .value = "SESSION",
                      .positional = true};
const Param kProjects{.name = "project",
                      .letter = 'p',
                      .type = ParamType::kTextList,
                      .help = "a whole project: its folder, or a part of its name",
                      .value = "PATH"};
const Param kAll{
    .name = "all", .letter = 'a', .type = ParamType::kFlag, .help = "sessions of all projects"};
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
const Param kLongestText{.name = "longest-text",
                         .type = ParamType::kInteger,
                         .help = "with --json: cut texts and leave out JSON of more than N bytes",
                         .value = "N"};
const Param kFull{.name = "full",
                  .type = ParamType::kFlag,
                  .help = "as text: fold nothing, print every line of results and thoughts",
                  .local = true};
const Param kIds{.name = "ids",
                 .type = ParamType::kFlag,
                 .help = "as text: name the line that each message begins with",
                 .local = true};

const Param kFormat{
    .name = "format",
    .help = "print each row in this form, such as '{id}\\t{name}'; the fields are those of --json",
    .value = "FORM",
    .local = true};
const Param kNoUsage{.name = "no-usage",
                     .type = ParamType::kFlag,
                     .help =
                         "without tokens and cost, for which all transcripts are read when "
                         "there is no index"};

constexpr std::string_view kMetaLines =
    "also lines that are not meant to be read: meta, attachments, system";

// NOLINTNEXTLINE(readability-function-size): a table
std::vector<Operation> make_table() {
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
            kAll,
            {.name = "limit",
             .letter = 'n',
             .type = ParamType::kInteger,
             .help = "at most N sessions; 0 for all",
             .value = "N",
             .fallback = "0"},
            {.name = "offset",
             .type = ParamType::kInteger,
             .help = "leave out the first N",
             .value = "N",
             .fallback = "0"},
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
            {.name = "days-left",
             .type = ParamType::kInteger,
             .help = "only those that Claude Code will remove within N days",
             .value = "N"},
            {.name = "running", .type = ParamType::kFlag, .help = "only those that run"},
            {.name = "pinned", .type = ParamType::kFlag, .help = "only those that you pinned"},
            {.name = "subagents",
             .type = ParamType::kFlag,
             .help = "also transcripts of subagents"},
            {.name = "empty",
             .type = ParamType::kFlag,
             .help = "also files that the official tools leave out: without prompt or title, or "
                     "not named by an id"},
            kHiddenParam,
            {.name = "ghosts",
             .type = ParamType::kFlag,
             .help = "also sessions whose transcript is gone, with the prompts that are left"},
            {.name = "counts",
             .type = ParamType::kFlag,
             .help = "count the messages that clew show prints, and say what each session "
                     "used and cost; reads every session"}},
       .examples = {{"clew list --since 2d --all", "what was I doing these days, anywhere?"},
                    {"clew list --all --format '{id}\\t{project.path}\\t{name}'",
                     "three columns, for a script"},
                    {"clew list ~/src/orchard --json",
                     "the sessions of one project, for a program"}},
       .rows = "sessions",
       .handler = answers<list_answer>()},
      {.name = "projects",
       .help = "List projects, last used first",
       .description =
           "A project is a folder that Claude Code worked in. Its path is the one recorded in its "
           "sessions; marked when that folder is gone. Worktrees of one repository stand together.",
       .params = {kHiddenParam},
       .rows = "projects",
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
                  {.name = "limit",
                   .letter = 'n',
                   .type = ParamType::kInteger,
                   .help = "at most N prompts; 0 for all",
                   .value = "N",
                   .fallback = "0"}},
       .rows = "prompts",
       .handler = answers<open_prompts>()},
      {.name = "info",
       .help = "Show what is known about a session",
       .description =
           "Title and where it came from, times, folder, branch, model, size, messages, branches, "
           "subagents, tokens and cost, whether it is running, and in how many days Claude Code "
           "will remove it.",
       .params = {kSessionParam, kNoUsage},
       .handler = answers<info_answer>()},
      {.name = "todos",
       .help = "Show the todo lists and tasks of a session",
       .description =
           "Shows the todo lists and tasks that the session and its subagents left. When "
           "there are no files of them, the last list that the transcript has is "
           "shown, and named as such.",
       .params = {kSessionParam},
       .rows = "lists",
       .handler = answers<open_todos>()},
      {.name = "plans",
       .help = "List plans, or show the plan of a session",
       .description =
           "Lists the plans that lie in a configuration folder, each with the sessions that worked "
           "by it, and the checkpoints that a desktop client made of sessions. With SESSION prints "
           "the plan of that one.",
       .params = {kMaybeSession, kHiddenParam},
       .handler = answers<plans_answer>()},
      {.name = "files",
       .help = "List the files that a session changed, at any message",
       .description =
           "Claude Code keeps a copy of each file before it changes it, and calls of its tools "
           "say what they changed. This lists the files as they were at a message (the last one, "
           "unless --at names another), prints one with --cat, or compares with another message "
           "or the disk with --diff.",
       .params = {kSessionParam,
                  {.name = "at", .help = "the message", .value = "UUID"},
                  {.name = "cat", .help = "print this file as it was then", .value = "PATH"},
                  {.name = "diff",
                   .help = "compare with another message, or with the disk",
                   .value = "UUID|disk"}},
       .examples = {{"clew files @1 --diff disk",
                     "what changed since the last prompt of the newest session"}},
       .rows = "files",
       .handler = answers<files_answer>()},
      {.name = "agents",
       .help = "List the subagents of a session",
       .description = "Lists the subagents in every layout the CLI has used, with the call that "
                      "started each. `clew show SESSION --agent ID` reads one, also where it has "
                      "no file of its own (CLI 1.0).",
       .params = {kSessionParam,
                  {.name = "warmups", .type = ParamType::kFlag, .help = "also warm-ups"}},
       .rows = "agents",
       .handler = answers<open_agents>()},
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
                  {.name = "offset",
                   .type = ParamType::kInteger,
                   .help = "leave out the first N messages; with --first N: one page",
                   .value = "N"},
                  {.name = "before",
                   .type = ParamType::kInteger,
                   .help = "with --at: also N messages before it",
                   .value = "N"},
                  kLongestText,
                  {.name = "first",
                   .type = ParamType::kInteger,
                   .help = "only the first N messages",
                   .value = "N"},
                  {.name = "last",
                   .type = ParamType::kInteger,
                   .help = "only the last N messages; with --at: the N that end with it",
                   .value = "N"},
                  {.name = "meta", .type = ParamType::kFlag, .help = kMetaLines},
                  kFull,
                  kIds},
       .one_file = true,
       .rows = "messages",
       .handler = answers<show_answer>()},
      {.name = "tail",
       .help = "Follow conversations as they grow",
       .description =
           "Shows the last messages of a session and then what comes: messages, tool calls that go "
           "from pending to done, what each turn cost. Without SESSION the sessions of the folder "
           "you are in, when it has some, else all. Runs until it is interrupted, or its output is "
           "closed. With --json one event per line, see docs/live.md.",
       .params = {kMaybeSession,
                  kProject,
                  kAll,
                  kHiddenParam,
                  {.name = "subagents",
                   .type = ParamType::kFlag,
                   .help = "also what subagents say"},
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
           "who said it, what "
           "it is, how large, and which alternatives there are where the conversation forks. For "
           "programs that show a long session page by page.",
       .params = {kSessionParam,
                  kRules,
                  kLeaf,
                  kAgent,
                  {.name = "meta", .type = ParamType::kFlag, .help = kMetaLines}},
       .one_file = true,
       .rows = "messages",
       .handler = answers<outline_answer>()},
      {.name = "context",
       .help = "Show what `claude --resume` would send to the model",
       .description =
           "Lists exactly the lines that the CLI of that version would send when the session is "
           "resumed, in order, and why the conversation ends where it does. Checked against "
           "Claude Code 1.0.128, 2.0.73, 2.1.325 and the Agent SDK 0.3.325. With --check the exit "
           "code is 1 when a resume will fail or forget, else 0; `clew doctor` gives the same "
           "answer.",
       .params = {kSessionParam,
                  kRules,
                  kLeaf,
                  {.name = "messages",
                   .type = ParamType::kFlag,
                   .help = "with --json also the messages themselves, as plain role and content"},
                  {.name = "check",
                   .type = ParamType::kFlag,
                   .help = "say what the API would refuse of it"}},
       .one_file = true,
       .handler = answers<context_answer>()},
      {.name = "branches",
       .help = "List the branches of a session",
       .description =
           "Lists the true branches: what edited prompts and rewinds left behind, each with its "
           "end, where it forks off, its first own prompt and whether it is active. Forks that are "
           "only artefacts of recording (parallel tool calls, hooks, retries) are not listed; "
           "--why lists them too, each with the reason.",
       .params = {kSessionParam,
                  kRules,
                  kLeaf,
                  {.name = "why",
                   .type = ParamType::kFlag,
                   .help = "also every fork of the lines, and why it is a branch or none"}},
       .one_file = true,
       .rows = "branches",
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
       .params = {kSessionParam,
                  kRules,
                  kLeaf,
                  kAgent,
                  {.name = "parts",
                   .type = ParamType::kFlag,
                   .help = "also what each turn brought into the context, and the largest texts"},
                  {.name = "calls",
                   .type = ParamType::kFlag,
                   .help = "also every call of a tool, with its times"},
                  kNoUsage},
       .examples = {{"clew turns @1 --parts", "why was the context full?"}},
       .one_file = true,
       .rows = "turns",
       .handler = answers<turns_answer>()},
      {.name = "changes",
       .help = "Show all changes of a session to files as one diff",
       .description =
           "Everything that the tools of a session and of its subagents did to files, as a patch: "
           "the difference of each file before and behind all of it where the file was recorded, "
           "else what each call changed, one after the other. What "
           "commands of the shell changed is not known.",
       .params = {kSessionParam,
                  kLeaf,
                  {.name = "turn",
                   .type = ParamType::kInteger,
                   .help = "only what this turn changed, by its number in `clew turns`, from 0",
                   .value = "N"},
                  {.name = "file", .help = "only this file", .value = "PATH"},
                  {.name = "steps",
                   .type = ParamType::kFlag,
                   .help = "with --json: also every change by itself"}},
       .examples = {{"clew changes @1 > session.patch", "all of it, for git apply"}},
       .one_file = true,
       .rows = "files",
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
       .rows = "messages",
       .handler = answers<tree_answer>()},
      {.name = "stats",
       .help = "Count messages, tokens, tools and time of a session",
       .description =
           "Messages are those that clew show prints; all else is of the whole file. Tokens are "
           "counted once per API response, however many lines report them; \"usage\" are the "
           "tokens and the cost that `clew usage` has for the session with all its subagents. "
           "Active time is the time between lines, pauses of more than five minutes left out.",
       .params = {kSessionParam, kNoUsage},
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
       .handler = {run_raw}},
      {.name = "check",
       .help = "Check a session file for problems",
       .description =
           "Lists torn lines, values of the wrong kind, repeated uuids, missing parents, loops, "
           "calls without results and types that Clew does not know, each with its place, and then "
           "what of it matters to a resume. `clew doctor` says more of that, and can repair it. "
           "The "
           "exit code is 1 when a resume will fail or forget, else 0.",
       .params = {kSessionParam},
       .one_file = true,
       .rows = "findings",
       .handler = answers<check_answer>()},
      {.name = "doctor",
       .help = "Say why a session fails, and make a copy that works",
       .description =
           "Names what is wrong with a session: the error that it ends with, then everything in "
           "its "
           "lines that makes a resume fail or forget, with the versions of Claude Code that are "
           "affected. With --repair it writes a new session beside the old one in which that is "
           "mended, and says what changed, what was lost and how to continue; the old one is never "
           "touched. Without SESSION it lists the sessions that need attention. The exit code is 1 "
           "when something will fail or forget, or cannot be read, and 0 when nothing will or the "
           "repair is done.",
       .params = {kMaybeSession,
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
                  {.name = "limit",
                   .letter = 'n',
                   .type = ParamType::kInteger,
                   .help = "without SESSION: at most N sessions of each kind; 0 for all",
                   .value = "N",
                   .fallback = "5"}},
       .examples = {{"clew doctor @1", "why the newest session fails"},
                    {"clew doctor @1 --repair", "a copy of it that works"}},
       .handler = answers<doctor_answer>()},
      {.name = "redact",
       .help = "List the secrets of a session, and hide or keep them",
       .description =
           "Lists every place of a session where a key, token, password or private key "
           "stands, in its "
           "transcript, those of its subagents and its copies of files, decoded where "
           "it must be: with "
           "what stands around it, its kind and how sure that is. A secret is never "
           "shown whole. All of "
           "them are hidden in what is exported, the same one by the same label "
           "everywhere; --keep takes "
           "one out of that, --hide puts it back. These decisions are remembered as "
           "salted hashes. With "
           "--output it writes copies without secrets, with --all of all sessions but those "
           "you hid.",
       .params = {kMaybeSession,
                  typed_only(kKeepParam),
                  typed_only(kHideParam),
                  typed_only(kUndecidedParam),
                  kLiteralParam,
                  kExpressionParam,
                  kAlsoParam,
                  kWithoutParam,
                  {.name = "output",
                   .letter = 'o',
                   .help = "write copies without secrets below this folder, at the places they "
                           "have below their root",
                   .value = "FOLDER",
                   .local = true},
                  kAll,
                  kHiddenParam},
       .examples = {{"clew redact @1", "what of the newest session must not be shown around"},
                    {"clew redact @1 --keep 'password 2'", "this one is no secret"},
                    {"clew redact @1 --output /tmp/share", "copies without secrets"}},
       .rows = "places",
       .handler = answers<redact_answer>()},
      {.name = "scan",
       .help = "Find secrets in all sessions",
       .description = "Looks for keys, tokens, passwords and private keys in all sessions of a "
                      "project, with --all "
                      "of all projects, kept ones included, and lists each once with its places, "
                      "the oldest first, "
                      "so that it can be changed where it is used. A secret is never shown whole. "
                      "The exit code is "
                      "1 when something was found.",
       .params = {kAll, kHiddenParam, kLiteralParam, kExpressionParam, kAlsoParam, kWithoutParam},
       .examples = {{"clew scan --all", "every secret in every session"}},
       .rows = "secrets",
       .handler = answers<scan_answer>()},
      {.name = "decide",
       .help = "Keep or hide secrets of a session in what is exported",
       .description =
           "Decides about secrets that `clew redact` lists, by the number of a place, the label of "
           "a secret ('github-token 1', in all sessions) or a kind. The narrowest decision counts, "
           "and all are remembered as salted hashes. `clew redact --keep` does the same.",
       .params = {kSessionParam, kKeepParam, kHideParam, kUndecidedParam, kLiteralParam,
                  kExpressionParam, kAlsoParam, kWithoutParam},
       .examples = {{"clew decide @1 --keep 'password 2'", "this one is no secret"}},
       .read_only = false,
       .handler = answers<decide_answer>()},
      {.name = "export",
       .help = "Write a session as Markdown, HTML, lines, a patch, a trace",
       .description =
           "Gives a conversation in a form that others read: markdown (calls folded, changes as "
           "diffs), html (one file that looks like the page and needs nothing else), text, jsonl "
           "(the lines themselves; of the whole file unless --branch or a range "
           "is named), csv of messages, patch of all changes to files, atif (Agent Trajectory "
           "Interchange Format 1.7) or otlp (OpenTelemetry spans by the GenAI conventions, for "
           "OTLP/HTTP in JSON), the last two with subagents, tokens and costs. Secrets are hidden "
           "as "
           "`clew redact` lists them, by your decisions; --no-redact leaves them in.",
       .params =
           {kSessionParam,
            {.name = "format",
             .help = "the form",
             .value = "FORMAT",
             .fallback = "markdown",
             .choices = {"markdown", "html", "text", "jsonl", "csv", "patch", "atif", "otlp"}},
            {.name = "output",
             .letter = 'o',
             .help = "write into this file, which must not exist",
             .value = "FILE",
             .local = true},
            {.name = "force",
             .type = ParamType::kFlag,
             .help = "with --output: write over a file of that name",
             .local = true},
            {.name = "endpoint",
             .help = "with --format otlp: send the spans to this collector, "
                     "http://HOST:4318",
             .value = "URL",
             .local = true},
            {.name = "branch",
             .help = "the branch that ends at this line instead of the one that continues",
             .value = "UUID"},
            {.name = "from",
             .help = "begin with the message that holds this line",
             .value = "UUID"},
            {.name = "to", .help = "end with the message that holds this line", .value = "UUID"},
            {.name = "detail",
             .help = "how much of the messages: all, no-tools (no calls) or talk (prompts and "
                     "answers alone)",
             .value = "DETAIL",
             .fallback = "all",
             .choices = {"all", "no-tools", "talk"}},
            {.name = "no-redact", .type = ParamType::kFlag, .help = "leave secrets in"},
            kLiteralParam,
            kExpressionParam,
            kAlsoParam,
            kWithoutParam},
       .examples = {{"clew export @1 > talk.md", "the newest session as Markdown, without secrets"},
                    {"clew export @1 --detail talk --also home",
                     "prompts and answers, without your name in paths"},
                    {"clew export 4f1d --format patch | git apply",
                     "its changes to files, made again"},
                    {"clew export 4f1d --format otlp --endpoint http://localhost:4318",
                     "into an observability tool"}},
       .handler = answers<export_answer>()},
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
                  {.name = "project",
                   .letter = 'p',
                   .type = ParamType::kTextList,
                   .help = "only where the project's path contains this",
                   .value = "TEXT"},
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
                  {.name = "errors",
                   .type = ParamType::kFlag,
                   .help = "only failed tools and API errors"},
                  {.name = "limit",
                   .letter = 'n',
                   .type = ParamType::kInteger,
                   .help = "at most N hits; 0 for all (else 20, with --list and --count all)",
                   .value = "N"},
                  {.name = "per-session",
                   .type = ParamType::kInteger,
                   .help = "at most N hits of one session; 0 for all",
                   .value = "N",
                   .fallback = "3"},
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
                  {.name = "no-index",
                   .type = ParamType::kFlag,
                   .help = "read the files even if there is an index"}},
       .examples = {{"clew search race condition pool", "all three words in one message"},
                    {"clew search '\"connection refused\" role:tool since:7d'",
                     "what tools printed this week"}},
       .rows = "hits",
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
                  {.name = "project",
                   .letter = 'p',
                   .type = ParamType::kTextList,
                   .help = "only where the project's path contains this",
                   .value = "TEXT"},
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
                  {.name = "no-index",
                   .type = ParamType::kFlag,
                   .help = "read the files even if there is an index"}},
       .examples = {{"clew recall why did the frost bell ring too late",
                     "the turns that are about it, with their conclusions"}},
       .rows = "sessions",
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
       .rows = "touches",
       .handler = answers<touches_answer>()},
      {.name = "usage",
       .help = "Count tokens and cost",
       .description =
           "Counts every API response once, however many lines and files repeat it, and applies "
           "list "
           "prices to it. Models without a known price are shown with their tokens and never "
           "guessed. "
           "Days are those of your time zone. `usage explain` shows what a session or a message "
           "cost, line by line, and what other common ways of counting would give. "
           "docs/usage.md has the rules.",
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
            {.name = "breakdown",
             .type = ParamType::kFlag,
             .help = "also by model, and subagents apart"},
            {.name = "no-index",
             .type = ParamType::kFlag,
             .help = "read the files even if there is an index"},
            {.name = "limit",
             .letter = 'n',
             .type = ParamType::kInteger,
             .help = "on a terminal at most N lines; 0 for all",
             .value = "N"},
            {.name = "csv", .type = ParamType::kFlag, .help = "print comma-separated values"}},
       .examples = {{"clew usage monthly --breakdown", "what did each model cost?"},
                    {"clew usage sessions --since 7d", "the most expensive sessions of the week"},
                    {"clew usage explain @1", "how the cost of the newest session adds up"}},
       .rows = "rows",
       .handler = answers<usage_answer>()},
      {.name = "hide",
       .help = "Hide sessions or projects from every list",
       .description =
           "Hidden sessions and projects are left out of every list, search and event unless "
           "--hidden is given; its whole id still opens it. The "
           "note of it is Clew's own; nothing below the root changes. Of several either all are "
           "hidden or, when one cannot be found, none.",
       .params = {kSessions, kProjects},
       .examples = {{"clew hide @1 @2 --project /tmp/scratch", "two sessions and a project"}},
       .read_only = false,
       .handler = answers<hide>()},
      {.name = "unhide",
       .help = "Show hidden sessions or projects again",
       .description = "Takes sessions and projects off the list of hidden ones.",
       .params = {kSessions, kProjects},
       .read_only = false,
       .handler = answers<unhide>()},
      {.name = "pin",
       .help = "Pin sessions, to find them again",
       .description =
           "Pinned sessions stand first on the page, and `clew list --pinned` lists them. The "
           "note of it is Clew's own; nothing below the root changes.",
       .params = {kSessions},
       .read_only = false,
       .handler = answers<pin>()},
      {.name = "unpin",
       .help = "Take pins off sessions",
       .description = "Pins no more what `clew pin` pinned.",
       .params = {kSessions},
       .read_only = false,
       .handler = answers<unpin>()},
      {.name = "remark",
       .help = "Write down something about a session",
       .description =
           "Keeps a text about a session, which lists show and `clew list --match` finds. Without "
           "TEXT it is removed. The note of it is Clew's own; nothing below the root changes.",
       .params = {kSessionParam,
                  {.name = "text", .help = "what to remark", .value = "TEXT", .positional = true}},
       .examples = {{"clew remark @1 'the good fix is on the second branch'", "for later"}},
       .read_only = false,
       .handler = answers<remark>()},
      {.name = "rename",
       .help = "Set or remove the title of a session",
       .description =
           "Appends the line that the official SDK appends, so Claude Code shows the title too. "
           "Without TITLE your own title is removed, and the session is called by what Claude or "
           "its prompts say. Refused while the session is running.",
       .params = {kSessionParam,
                  {.name = "title", .help = "the new title", .value = "TITLE", .positional = true}},
       .read_only = false,
       .handler = answers<rename>()},
      {.name = "tag",
       .help = "Set or remove the tag of a session",
       .description =
           "Appends the line that the official SDK appends. Without TAG the tag is removed. "
           "Refused while the session is running.",
       .params = {kSessionParam,
                  {.name = "tag", .help = "the tag", .value = "TAG", .positional = true}},
       .read_only = false,
       .handler = answers<tag>()},
      {.name = "delete",
       .help = "Move a session to the trash",
       .description =
           "Moves the transcript, its subagents and its folder to Clew's own trash, from where "
           "`clew undelete` restores them byte for byte. Refused while it is running.",
       .params = {kSessionParam},
       .read_only = false,
       .handler = answers<remove>()},
      {.name = "trash",
       .help = "List deleted sessions",
       .description =
           "Lists what clew delete moved to the trash, last deleted first, each with its size and "
           "the command that restores it.",
       .params = {kHiddenParam},
       .rows = "sessions",
       .handler = answers<trash_list>()},
      {.name = "undelete",
       .help = "Restore a deleted session",
       .description =
           "Restores the session to where it was. Refused when something else is there now.",
       .params = {{.name = "session",
                   .help = "id of the deleted session, or the start of it; clew trash lists them",
                   .value = "ID",
                   .required = true,
                   .positional = true}},
       .read_only = false,
       .handler = answers<undelete>()},
      {.name = "index",
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
       .handler = answers<index_answer>()},
      {.name = "keep",
       .help = "Keep every byte of every session, so that none is ever lost",
       .description =
           "Claude Code deletes sessions after 30 days. This copies what is new of all "
           "transcripts, "
           "subagents, tool results, copies of files, todos, plans and typed prompts into a keep "
           "of "
           "its own: compressed, each byte once, earlier versions of changed files included. "
           "Nothing in it is ever changed or removed by itself. What is kept is listed, shown and "
           "searched as if it were still there; `clew restore` brings it back. status says what is "
           "kept and what is not yet, check reads everything back, verifies it and keeps anew what "
           "is "
           "damaged but still there, versions lists what a transcript was before it was cut or "
           "rewritten, forget removes "
           "sessions for good. encrypt seals what this machine keeps, so that who stores the "
           "folder learns nothing from it; unlock brings the key of another machine here. The exit "
           "code is 1 when something is not safe: not kept (now, status), or damaged (status, "
           "check). docs/keep.md says more.",
       .params =
           {{.name = "what",
             .help = "what to do",
             .value = "WHAT",
             .positional = true,
             .fallback = "now",
             .choices = {"now", "status", "check", "versions", "forget", "encrypt", "unlock"}},
            {.name = "session",
             .type = ParamType::kTextList,
             .help = "for forget and versions: the sessions, as clew show takes them",
             .value = "SESSION",
             .positional = true},
            {.name = "before",
             .help = "for forget: all that are only kept and did not change since this time",
             .value = "TIME"},
            kTimezoneParam,
            {.name = "yes", .type = ParamType::kFlag, .help = "for forget: do it without asking"},
            {.name = "key-file",
             .help = "for encrypt and unlock: a file that stands for the passphrase",
             .value = "FILE",
             .local = true},
            {.name = "dry-run",
             .type = ParamType::kFlag,
             .help = "say what would be done, and write nothing"}},
       .examples = {{"clew keep", "keep what is new"},
                    {"clew keep status", "is everything safe?"},
                    {"clew keep forget 4f1d", "a secret that must go"}},
       .read_only = false,
       .resumes = true,
       .handler = answers<keep_answer>()},
      {.name = "team",
       .help = "Share sessions with others through one PostgreSQL",
       .description =
           "A team's store holds the bytes of everybody's shared sessions; --root team: (or its "
           "address) makes every command that reads read there, and clew resume brings a "
           "colleague's session here. init makes the store in a database, or brings it up to "
           "date; invite prints an address that lets one person or machine in, once; join takes "
           "it. Nothing leaves this machine but the sessions of projects that share names; hidden "
           "sessions never do, and secrets are taken out first. push sends what is new (clew "
           "serve --push does so all the time), status says exactly what is there, unshare "
           "removes it. link prints how somebody else comes to a session; budget says what a month "
           "may cost, which clew usage then watches. Who may see what is enforced in PostgreSQL. "
           "docs/team.md says more.",
       .params =
           {{.name = "what",
             .help = "what to do",
             .value = "WHAT",
             .positional = true,
             .fallback = "status",
             .choices = {"status", "init", "join", "invite", "revoke", "people", "share", "unshare",
                         "push", "link", "budget", "page", "audit"}},
            {.name = "name",
             .type = ParamType::kTextList,
             .help = "for init and join: the address; for invite and revoke: a name; for share and "
                     "unshare: a project or a session; for link: a session; for budget: whose "
                     "(team, a person, a repository) and US dollars for a month; for page: "
                     "https://…; for audit: on or off",
             .value = "NAME",
             .positional = true},
            {.name = "store",
             .help = "another store than the one that was joined: postgres://NAME@HOST/DATABASE",
             .value = "ADDRESS"},
            {.name = "scope",
             .type = ParamType::kTextList,
             .help = "for invite: read, push, admin, or several with commas; read,push unless "
                     "given",
             .value = "SCOPES"},
            {.name = "with",
             .type = ParamType::kTextList,
             .help = "for share: team (all of it), mine (nobody else), or a person; may be given "
                     "again",
             .value = "WHO"},
            {.name = "no-redact",
             .type = ParamType::kFlag,
             .help = "for share: send this project as it is, with its secrets"},
            {.name = "dry-run",
             .type = ParamType::kFlag,
             .help = "for push: say what would be sent"},
            {.name = "audit",
             .type = ParamType::kFlag,
             .help = "for init: write down who reads what of whom, from now on"}},
       .examples = {{"clew team link @1", "an address and a command for a colleague"},
                    {"clew team budget ann 200", "say so when this month costs more"},
                    {"clew team share ~/src/orchard", "let the team see this project"},
                    {"clew team push", "send what is new"},
                    {"clew team status", "what was sent, and what others share"}},
       .read_only = false,
       .resumes = true,
       .local = true,
       .handler = answers<team_answer>()},
      {.name = "restore",
       .help = "Bring a kept session back to the disk",
       .description =
           "Writes a session back from the keep, byte for byte, with its subagents, tool results, "
           "copies of files and todos: to where it was, or below FOLDER. Its files get the time of "
           "now, so that Claude Code does not delete them again at its next start. What is on the "
           "disk is never replaced. That of another machine is brought into your own configuration "
           "folder, for the folder here that stands for its project: the one of the same path, or "
           "the one copy of the same git repository, or the one that --project names, which is "
           "remembered.",
       .params = {kSessionParam,
                  {.name = "to",
                   .help = "restore below this folder, which gets the folders of a configuration "
                           "folder",
                   .value = "FOLDER",
                   .local = true},
                  {.name = "project",
                   .letter = 'p',
                   .help = "for a session of another machine: the folder here that stands for its "
                           "project",
                   .value = "FOLDER",
                   .local = true},
                  {.name = "number",
                   .type = ParamType::kInteger,
                   .help =
                       "an earlier version of the transcript, as clew keep versions counts them",
                   .value = "N",
                   .fallback = "0"}},
       .examples = {{"clew restore 4f1d", "back to where it was"}},
       .read_only = false,
       .resumes = true,
       .handler = answers<restore_answer>()},
      {.name = "pack",
       .help = "Put sessions into one file, to take them to another machine",
       .description =
           "Writes sessions with all that belongs to them (subagents, tool results, copies of "
           "files, todos, tasks, plans) into one file, a tar archive compressed with Zstandard "
           "whose first file lists the others with their hashes. Kept sessions can be packed as "
           "well. `clew unpack` brings them to another folder, user or machine, where Claude Code "
           "resumes them as here. It holds what the sessions hold, secrets included. "
           "docs/travel.md "
           "says more.",
       .params = {{.name = "session",
                   .type = ParamType::kTextList,
                   .help = kSessionParam.help,
                   .value = "SESSION",
                   .required = true,
                   .positional = true},
                  {.name = "output",
                   .letter = 'o',
                   .help =
                       "the file to write, which must not exist (default: clew-ID.tar.zst, here)",
                   .value = "FILE",
                   .local = true}},
       .examples = {{"clew pack @1 -o frost.tar.zst", "the newest session"},
                    {"clew pack 4f1d 77d6 0bff", "three, into clew-4f1d77aa.tar.zst"}},
       .read_only = false,
       .resumes = true,
       .local = true,
       .handler = answers<pack_answer>()},
      {.name = "unpack",
       .help = "Bring the sessions of a packed file to this machine",
       .description =
           "Puts the sessions of a file that `clew pack` wrote into your configuration folder, "
           "byte "
           "for byte, under the folder of this machine that stands for their project: the one of "
           "the same path, else the one of your projects that is a copy of the same git "
           "repository, else FOLDER. From there Claude Code resumes them as where they were "
           "packed. "
           "The whole file is verified before anything is written, each session is brought whole "
           "or "
           "not at all, and nothing is ever replaced. Files get the time of now, so that Claude "
           "Code does not delete them at its next start.",
       .params = {{.name = "file",
                   .help = "what clew pack wrote",
                   .value = "FILE",
                   .required = true,
                   .positional = true,
                   .local = true},
                  {.name = "to",
                   .help = "the folder of this machine that stands for the project",
                   .value = "FOLDER",
                   .local = true}},
       .examples = {{"clew unpack frost.tar.zst", "to the folder of the same project"},
                    {"clew unpack frost.tar.zst --to ~/src/orchard", "to that folder"}},
       .read_only = false,
       .resumes = true,
       .local = true,
       .rows = "sessions",
       .handler = answers<unpack_answer>()},
      {.name = "import",
       .help = "Bring a trajectory (ATIF) or a packed file to this machine",
       .description =
           "Makes a session of a trajectory in the Agent Trajectory Interchange Format, which "
           "`clew "
           "export --format atif` and other programs write: prompts, answers, calls and results, "
           "subagents, summaries; not thoughts, which are of no use without their signatures. It "
           "keeps its id unless a session of that id is here, and can be read, searched and "
           "resumed as any other. A file that `clew pack` wrote is unpacked.",
       .params = {{.name = "file",
                   .help = "the trajectory, or what clew pack wrote",
                   .value = "FILE",
                   .required = true,
                   .positional = true,
                   .local = true},
                  {.name = "to",
                   .help = "the folder of this machine that stands for the project",
                   .value = "FOLDER",
                   .local = true}},
       .examples = {{"clew import trajectory.json --to ~/src/orchard", "a session of that folder"}},
       .read_only = false,
       .resumes = true,
       .local = true,
       .rows = "sessions",
       .handler = answers<import_answer>()},
      {.name = "move",
       .help = "Find a project's sessions again after its folder moved",
       .description =
           "Claude Code looks for sessions under a name that is made from the folder's path, so "
           "after a folder was renamed or moved it finds none. This renames them (transcripts, "
           "subagents, tool results, memory) so that they are found from FOLDER, also by `claude "
           "--continue`; no byte and no time of them changes. Where FOLDER has sessions already "
           "they are joined, and nothing is replaced. Refused while one of them runs. --undo takes "
           "the last move back.",
       .params = {{.name = "project",
                   .help = "the project that moved: its old path, or a part of its name",
                   .value = "PROJECT",
                   .positional = true},
                  {.name = "folder",
                   .help = "where it is now; this folder must exist",
                   .value = "FOLDER",
                   .positional = true,
                   .local = true},
                  {.name = "undo", .type = ParamType::kFlag, .help = "take the last move back"},
                  {.name = "dry-run",
                   .type = ParamType::kFlag,
                   .help = "say what would be moved, and move nothing"}},
       .examples = {{"clew move ~/orchard ~/garden",
                     "that folder was renamed: find its sessions again"},
                    {"clew move --undo", "back to where they were"}},
       .read_only = false,
       .local = true,
       .handler = answers<move_answer>()},
      {.name = "merge",
       .help = "Make one session of two copies that were continued apart",
       .description =
           "A session that was taken to another machine, or forked, and continued in both places "
           "becomes one session with both ends as branches: the lines that both have once, no line "
           "lost, none twice. The new session has an id of its own and lies beside the first copy; "
           "both copies stay as they are. Each end loads as in its own copy, which is verified by "
           "the rules of every version of Claude Code before the file gets its name; copies that "
           "one file cannot hold are refused. A plain resume continues the end that is named "
           "active, `clew resume SESSION --at UUID` the other. docs/travel.md says more.",
       .params = {{.name = "a",
                   .help = "the one copy: an id or the start of one, a title, or a file",
                   .value = "A",
                   .required = true,
                   .positional = true},
                  {.name = "b",
                   .help = "the other copy",
                   .value = "B",
                   .required = true,
                   .positional = true},
                  {.name = "output",
                   .letter = 'o',
                   .help = "write the transcript to this file, FILE.jsonl, which must not exist",
                   .value = "FILE",
                   .local = true}},
       .examples = {{"clew merge 4f1d ~/from-laptop/4f1d77aa-….jsonl",
                     "two copies of one session"}},
       .read_only = false,
       .local = true,
       .handler = answers<merge_answer>()},
      {.name = "statusline",
       .help = "Print a status line for Claude Code",
       .description =
           "Reads the JSON that Claude Code hands to its statusLine command and prints one line: "
           "the "
           "model, what the session and today cost so far, how full the context is, and how much "
           "of the subscription's limits is used. `clew hooks` prints the settings for it. "
           "Reads only the session's files and those changed today, and of these what is new since "
           "the last time; an amount that is not whole yet has a ≥ before it.",
       .params = {{.name = "status",
                   .help = "the JSON itself; on a command line it is read from standard input",
                   .value = "JSON"},
                  kTimezoneParam},
       .local = true,
       .handler = answers<usage_status>()},
      {.name = "demo",
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
       .handler = answers<demo_answer>()},
  };
}

}  // namespace

std::span<const Operation> operations() {
  static const std::vector<Operation> kTable = [] {
    std::vector<Operation> rows = make_table();
    for (Operation& row : drive_rows()) rows.push_back(std::move(row));
    for (Operation& row : rows) {
      if (!row.rows.empty()) row.params.push_back(kFormat);
    }
    return rows;
  }();
  return kTable;
}

const Operation* find_operation(std::string_view name) {
  const auto table = operations();
  const auto row = std::find_if(table.begin(), table.end(),
                                [name](const Operation& op) { return op.name == name; });
  return row == table.end() ? nullptr : &*row;
}

}  // namespace clew
