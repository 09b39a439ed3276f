// SPDX-License-Identifier: MIT
//
// What holds copies of sessions elsewhere, and brings them back.
#include "engine/call/answer.h"
#include "engine/call/common_params.h"
#include "engine/keep/keep_answers.h"
#include "engine/keep/restore_operation.h"
#include "engine/table/rows.h"
#include "engine/team/team_answers.h"

namespace clew {

std::vector<Operation> keep_rows() {
  return {
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
       .params = {{.name = "what",
                   .help = "what to do",
                   .value = "WHAT",
                   .positional = true,
                   .fallback = "now",
                   .choices = {"now", "status", "check", "versions", "forget", "encrypt",
                               "unlock"}},
                  {.name = "session",
                   .type = ParamType::kTextList,
                   .help = "for forget and versions: the sessions, as clew show takes them",
                   .value = "SESSION",
                   .positional = true},
                  {.name = "before",
                   .help = "for forget: all that are only kept and did not change since this time",
                   .value = "TIME"},
                  kTimezoneParam,
                  flag_param("yes", "for forget: do it without asking"),
                  {.name = "key-file",
                   .help = "for encrypt and unlock: a file that stands for the passphrase",
                   .value = "FILE",
                   .local = true},
                  flag_param("dry-run", "say what would be done, and write nothing")},
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
            flag_param("no-redact", "for share: send this project as it is, with its secrets"),
            flag_param("dry-run", "for push: say what would be sent"),
            flag_param("audit", "for init: write down who reads what of whom, from now on")},
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
       .handler = answers<restore_answer>()}};
}

}  // namespace clew
