// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "os/file_system.h"
#include "transcript/tree.h"

namespace clew {

// Before 2.0 a compaction went on in a new file: it begins with a summary that names the last line
// of the session before it. Which sessions of a project are such pairs.
struct Continuations {
  std::string before;              // the session that this one continues; empty: none is known
  std::vector<std::string> after;  // those that continue this one
};

// Of the session at `path`, which `tree` is of. Looks into the files beside it, but only where the
// session is of a version that did so; newer ones cost nothing.
Continuations find_continuations(const FileSystem& files, const std::string& path,
                                 const Tree& tree);

}  // namespace clew
