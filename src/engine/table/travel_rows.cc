// SPDX-License-Identifier: MIT
//
// What takes sessions to other folders and machines.
#include "engine/call/answer_rows.h"
#include "engine/call/common_params.h"
#include "engine/export/import_operation.h"
#include "engine/table/rows.h"
#include "engine/travel/merge_operation.h"
#include "engine/travel/move_operation.h"
#include "engine/travel/pack_operation.h"
#include "engine/travel/unpack_operation.h"

namespace clew {
namespace {

// What comes from elsewhere is of a project that may have another path here.
const Param kProjectHere{.name = "to",
                         .help = "the folder of this machine that stands for the project",
                         .value = "FOLDER",
                         .local = true};

}  // namespace

std::vector<Operation> travel_rows() {
  return {
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
                  kProjectHere},
       .examples = {{"clew unpack frost.tar.zst", "to the folder of the same project"},
                    {"clew unpack frost.tar.zst --to ~/src/orchard", "to that folder"}},
       .read_only = false,
       .resumes = true,
       .local = true,
       .rows = rows_of<unpack_answer>("sessions"),
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
                  kProjectHere},
       .examples = {{"clew import trajectory.json --to ~/src/orchard", "a session of that folder"}},
       .read_only = false,
       .resumes = true,
       .local = true,
       .rows = rows_of<import_answer>("sessions"),
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
                  flag_param("undo", "take the last move back"),
                  flag_param("dry-run", "say what would be moved, and move nothing")},
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
       .handler = answers<merge_answer>()}};
}

}  // namespace clew
