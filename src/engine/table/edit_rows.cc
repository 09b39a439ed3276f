// SPDX-License-Identifier: MIT
//
// What a person sets on sessions: hidden, pinned, remarks, titles, tags, the trash.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/lists/edits.h"
#include "engine/lists/trash_list.h"
#include "engine/table/rows.h"

namespace clew {
namespace {

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

}  // namespace

std::vector<Operation> edit_rows() {
  return {
      {.name = "hide",
       .help = "Hide sessions or projects from every list",
       .description = "Hidden sessions and projects are left out of every list, search and event "
                      "unless --hidden is given; its whole id still opens it. The note of it is "
                      "Clew's own; nothing below the root changes. Of several either all are "
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
       .rows = rows_of<trash_list>("sessions"),
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
       .handler = answers<undelete>()}};
}

}  // namespace clew
