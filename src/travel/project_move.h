// SPDX-License-Identifier: MIT
//
// The sessions of a project whose folder was renamed or moved. Claude Code looks for sessions in
// <root>/projects/<key>, and the key is made from the path: so they are renamed from the folder of
// the old key to that of the new one, and not a byte or time of them changes.
//
// What is to be renamed is written down first, in a journal:
//   <journals>/000001.json
// A thing that is in its old place has not moved yet, one in its new place has. So whenever the
// power fails, moving again ends it, and undoing brings all of it back.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/list/live_registry.h"
#include "os/durable_file_system.h"

namespace clew {

// Things in one folder of projects that go to another.
struct MovePart {
  std::string root;
  PlainName from;  // keys
  PlainName to;
  std::vector<PlainName> names{};

  PathBelow old_place() const;
  PathBelow new_place() const;
};

// What stays, and why.
struct LeftThing {
  std::string path;
  std::string why;
};

struct ProjectMove {
  std::string folder;      // of the project, as it was; empty: only its key is known
  std::string new_folder;  // and is now
  std::vector<MovePart> parts{};
  std::vector<std::string> sessions{};  // ids of those that move
  std::vector<LeftThing> left{};
};

// What would move. `parts` says from where to where; their names are filled in. A session goes with
// all its parts or, where any of them would replace something, stays with all of them. Sessions of
// another path with the same key stay. kBusy while one of them runs.
Result<ProjectMove> plan_move(const DurableFileSystem& disk, const LiveRegistry& live,
                              ProjectMove move);

// Writes the journal and moves; nothing when there is nothing to move. A journal of the same move
// that was cut short is continued.
Result<void> carry_out_move(DurableFileSystem& disk, const std::string& journals,
                            const ProjectMove& move);

// The move that was made last; kNotFound when there is none.
Result<ProjectMove> last_move(const FileSystem& disk, const std::string& journals);

// Brings all of it back that still is where it was moved to, and forgets the move. kBusy while one
// of its sessions runs; nothing is replaced: what would be, stays and is reported.
Result<ProjectMove> undo_last_move(DurableFileSystem& disk, const LiveRegistry& live,
                                   const std::string& journals);

}  // namespace clew
