// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>

#include "base/result.h"
#include "os/durable_file_system.h"
#include "travel/project_move.h"

namespace clew {

// What is to be moved, or was: a file for each move, written before anything moves.
class MoveJournal {
 public:
  // Writes it down. When the last move has the same places and was cut short, this is that one,
  // with what is new in addition.
  static Result<MoveJournal> begin(DurableFileSystem& disk, const std::string& journals,
                                   const ProjectMove& move);
  // The last one; kNotFound when there is none.
  static Result<MoveJournal> last(const FileSystem& disk, const std::string& journals);

  const ProjectMove& move() const { return move_; }
  Result<void> forget(DurableFileSystem& disk);

 private:
  MoveJournal(PathBelow place, ProjectMove move)
      : place_(std::move(place)), move_(std::move(move)) {}

  PathBelow place_;
  ProjectMove move_;
};

}  // namespace clew
