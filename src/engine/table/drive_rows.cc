// SPDX-License-Identifier: MIT
#include "engine/call/answer.h"
#include "engine/call/common_params.h"
#include "engine/call/operation_handlers.h"
#include "engine/drive/drive_answers.h"
#include "engine/drive/folder_paths.h"
#include "engine/table/rows.h"

namespace clew {
namespace {

const Param kPrompt{.name = "prompt", .help = "what to say", .value = "PROMPT", .positional = true};
const Param kFolder{
    .name = "folder", .help = "work in this folder instead of the session's own", .value = "DIR"};
const Param kFork =
    flag_param("fork", "continue in a copy, a new session; the old one is not touched");
const Param kForce = flag_param("force", "also when the session is running elsewhere");
const Param kConversation{.name = "conversation",
                          .help = "id of the conversation, or of its session",
                          .value = "ID",
                          .required = true,
                          .positional = true};

// What is passed through to claude, and how the command is looked at instead of run.
std::vector<Param> with_options(std::vector<Param> params) {
  const std::vector<Param> options = {
      {.name = "model", .help = "the model to use", .value = "MODEL"},
      {.name = "fallback-model", .help = "the model to use when that is busy", .value = "MODEL"},
      {.name = "permission-mode",
       .help = "default, acceptEdits, plan, ... as claude knows them",
       .value = "MODE"},
      {.name = "allowed-tools",
       .type = ParamType::kTextList,
       .help = "a tool that needs no question, such as Read or Bash(git log:*)",
       .value = "TOOL"},
      {.name = "disallowed-tools",
       .type = ParamType::kTextList,
       .help = "a tool that must not be used",
       .value = "TOOL"},
      {.name = "add-dir",
       .type = ParamType::kTextList,
       .help = "another folder that tools may use",
       .value = "DIR"},
      {.name = "append-system-prompt", .help = "text to add to the system prompt", .value = "TEXT"},
      {.name = "system-prompt", .help = "text instead of the system prompt", .value = "TEXT"},
      {.name = "max-turns",
       .type = ParamType::kInteger,
       .help = "at most N rounds of tools",
       .value = "N",
       .min = 1},
      // What these three name is run: over a protocol, nobody may choose it.
      {.name = "settings",
       .help = "settings for claude: a file, or JSON",
       .value = "FILE",
       .local = true},
      {.name = "mcp-config",
       .type = ParamType::kTextList,
       .help = "MCP servers for claude: a file, or JSON",
       .value = "FILE",
       .local = true},
      {.name = "claude",
       .help = "the program, instead of $CLEW_CLAUDE or the one on the PATH",
       .value = "FILE",
       .local = true},
      flag_param("print",
                 "print only the text of the answer, as into a pipe; no questions are asked"),
      flag_param("dry-run", "only show what would be sent, and what would be left out"),
      flag_param("print-command", "only print the shell command that would do it")};
  params.insert(params.end(), options.begin(), options.end());
  return params;
}

Operation run_row() {
  return {
      .name = "run",
      .help = "Start a new Claude Code session",
      .description =
          "Starts your own claude with a prompt and shows the answer as it comes. Without a prompt "
          "the interactive claude takes over the terminal; from a pipe the prompt is read. "
          "Ctrl-C interrupts the turn, and again leaves. With --workspace the session gets a "
          "folder of its own: tmp is an empty one, clone a clone of the git repository you are "
          "in (clone=PATH: of another one). `clew workspaces` lists and cleans them.",
      .params = with_options(
          {kPrompt,
           {.name = "folder", .help = "work in this folder instead of this one", .value = "DIR"},
           {.name = "workspace",
            .help = "make a folder for the session: tmp, clone or clone=PATH",
            .value = "KIND"},
           flag_param("link-claude-md", "link the CLAUDE.md of this folder into the workspace")}),
      .examples = {{"clew run 'what does this project do?' --permission-mode plan",
                    "ask about the folder you are in"},
                   {"clew run --workspace clone 'try the other parser'",
                    "an experiment that cannot touch your work"}},
      .read_only = false,
      .streams = true,
      .drives = true,
      .handler = sends_lines<run_run, DriveLine, PreparedDrive>()};
}

Operation resume_row() {
  return {
      .name = "resume",
      .help = "Resume a session",
      .description =
          "Resumes a session in the folder it belongs to. Without a prompt the interactive claude "
          "takes over the terminal; with one it is sent and the answer shown as it comes. --at "
          "continues from an earlier line: on the active branch in the same file, where the old "
          "branch stays; from an abandoned branch in a copy. A session that is running elsewhere "
          "is refused: --fork continues in a copy, --force does it anyway.",
      .params = with_options({kSessionParam,
                              kPrompt,
                              {.name = "at", .help = "continue from this line", .value = "UUID"},
                              kFork,
                              kForce,
                              {.name = "title", .help = "title of the copy", .value = "TITLE"},
                              kFolder}),
      .examples = {{"clew resume @1", "back into the newest session"},
                   {"clew resume @1 'and now the tests' --dry-run", "what would be sent?"}},
      .read_only = false,
      .streams = true,
      .drives = true,
      .handler = sends_lines<run_resume, DriveLine, PreparedDrive>()};
}

Operation edit_row() {
  return {
      .name = "edit",
      .help = "Send an earlier prompt again, edited",
      .description =
          "Replaces a prompt and continues from there. On the active branch the new prompt becomes "
          "a "
          "new branch of the same session, and the old one stays; the first prompt starts a new "
          "session; a prompt of an abandoned branch is edited in a copy, as everything is with "
          "--fork. Nothing that was written is ever changed. Without PROMPT your $EDITOR opens "
          "with the old text. What an editor attached to the old prompt goes with the new one, "
          "unless that has a list of its own or --no-context is given. `clew tree` and `clew show "
          "--json` name the prompts.",
      .params =
          with_options({kSessionParam,
                        {.name = "uuid",
                         .help = "the prompt, by its uuid or the start of it",
                         .value = "UUID",
                         .required = true,
                         .positional = true},
                        kPrompt,
                        flag_param("no-context",
                                   "without the files and pages that an editor attached to the "
                                   "old prompt"),
                        kFork,
                        kForce,
                        {.name = "title", .help = "title of the copy", .value = "TITLE"},
                        kFolder}),
      .examples = {{"clew edit @1 3f2a 'use a ring buffer' --dry-run",
                    "see what would be sent and what dropped"}},
      .read_only = false,
      .streams = true,
      .drives = true,
      .handler = sends_lines<run_edit, DriveLine, PreparedDrive>()};
}

Operation fork_row() {
  return {.name = "fork",
          .help = "Copy a session, whole or up to a line",
          .description =
              "Writes a new session that holds the conversation up to a line, or to its end, in "
              "the form of the official SDK: new uuids, and where each line comes from. Any line "
              "of any branch will do. The original is not touched.",
          .params = {kSessionParam,
                     {.name = "at", .help = "the last line of the copy", .value = "UUID"},
                     {.name = "title", .help = "title of the copy", .value = "TITLE"},
                     {.name = "folder", .help = "make it a session of this folder", .value = "DIR"},
                     flag_param("dry-run", "only show what would be copied")},
          .read_only = false,
          .drives = true,
          .handler = answers<fork_answer>()};
}

Operation workspaces_row() {
  return {.name = "workspaces",
          .help = "List or clean the folders made for sessions",
          .description =
              "Lists the workspaces that `clew run --workspace` made. clean removes those that "
              "hold nothing that exists nowhere else, or the one named; --force removes also what "
              "would be lost.",
          .params =
              {{.name = "action",
                .help = "what to do",
                .value = "ACTION",
                .positional = true,
                .fallback = "list",
                .choices = {"list", "clean"}},
               {.name = "name", .help = "only this workspace", .value = "NAME", .positional = true},
               flag_param("force", "also when work would be lost")},
          .read_only = false,
          .handler = answers<workspaces_answer>()};
}

constexpr std::string_view kOfDaemon =
    "Conversations are kept open by `clew serve --allow-drive`; this asks the one of yours that "
    "runs.";

Operation paths_row() {
  return {
      .name = "paths",
      .help = "List files of a session's folder, to name them in a prompt",
      .description =
          "What can stand behind an @ in a prompt: files and folders below the folder that the "
          "session worked in, those first whose names begin with what is asked for. Hidden ones "
          "and what programs make (node_modules, build, dist, target) are left out.",
      .params = {kSessionParam,
                 {.name = "match",
                  .help = "only paths that hold this",
                  .value = "TEXT",
                  .positional = true},
                 {.name = "limit",
                  .letter = 'n',
                  .type = ParamType::kInteger,
                  .help = "at most N paths",
                  .value = "N",
                  .fallback = "20",
                  .min = 1,
                  .max = 1000}},
      .drives = true,
      .handler = answers<folder_paths>()};
}

Operation conversations_row() {
  return {.name = "conversations",
          .help = "List the conversations that a running clew serve drives",
          .description = kOfDaemon,
          .params = {},
          .in_server = true,
          .drives = true,
          .handler = answers<conversations_answer>()};
}

// Steering a conversation that a daemon drives.
std::vector<Operation> steering_rows() {
  return {
      {.name = "send",
       .help = "Send a prompt to a driven conversation",
       .description = kOfDaemon,
       .params = {kConversation,
                  {.name = "prompt", .help = "what to say", .value = "PROMPT", .positional = true},
                  {.name = "blocks",
                   .help = "content blocks as a JSON array, instead of PROMPT",
                   .value = "JSON"}},
       .read_only = false,
       .in_server = true,
       .drives = true,
       .handler = answers<prompt_answer>()},
      {.name = "interrupt",
       .help = "Interrupt the turn of a driven conversation",
       .description = kOfDaemon,
       .params = {kConversation},
       .read_only = false,
       .in_server = true,
       .drives = true,
       .handler = answers<interrupt_answer>()},
      {.name = "permission",
       .help = "Answer a permission request of a driven conversation",
       .description = kOfDaemon,
       .params = {kConversation,
                  {.name = "request",
                   .help = "id of the request",
                   .value = "REQUEST",
                   .required = true,
                   .positional = true},
                  {.name = "answer",
                   .help = "allow, deny, or allow and remember what claude suggests",
                   .value = "ANSWER",
                   .required = true,
                   .positional = true,
                   .choices = {"allow", "deny", "always"}},
                  {.name = "message", .help = "why not, for the model", .value = "TEXT"},
                  {.name = "input", .help = "other input for the tool, as JSON", .value = "JSON"},
                  flag_param("stop", "with deny: also interrupt the turn")},
       .read_only = false,
       .in_server = true,
       .drives = true,
       .handler = answers<permission_answer>()},
      {.name = "configure",
       .help = "Change model or permission mode of a driven conversation",
       .description = kOfDaemon,
       .params = {kConversation,
                  {.name = "model", .help = "the model to use from now on", .value = "MODEL"},
                  {.name = "permission-mode", .help = "the permission mode", .value = "MODE"}},
       .read_only = false,
       .in_server = true,
       .drives = true,
       .handler = answers<configure_answer>()},
      {.name = "close",
       .help = "End a driven conversation",
       .description = kOfDaemon,
       .params = {kConversation, flag_param("after-turn", "let the running turn finish first")},
       .read_only = false,
       .in_server = true,
       .drives = true,
       .handler = answers<close_answer>()}};
}

}  // namespace

std::vector<Operation> drive_rows() {
  std::vector<Operation> rows = {run_row(),        resume_row(), edit_row(),         fork_row(),
                                 workspaces_row(), paths_row(),  conversations_row()};
  for (Operation& row : steering_rows()) rows.push_back(std::move(row));
  return rows;
}

}  // namespace clew
