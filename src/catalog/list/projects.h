// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/list/sessions.h"
#include "os/file_system.h"

namespace clew {

// A folder under <root>/projects and what its sessions say of it.
struct Project {
  std::size_t folder = 0;  // index into SessionList::folders
  std::string path;        // of the project; empty when no session tells
  bool path_fits = false;  // the folder's name is a key of the path: not moved, not a guess
  bool exists = false;     // such a folder is on this machine
  std::string repository;  // git's common folder, the same for all worktrees of a repository
  std::vector<std::size_t> sessions;  // indices into SessionList::sessions, in their order
  std::int64_t bytes = 0;
  TimeMs updated = kNoTime;  // last time in its sessions; kNoTime: it has none
};

// The true path of a project: of the folders recorded in its sessions, newest first, the first
// whose key is the folder's name; else the first of all.
std::string project_path(std::string_view key, const std::vector<std::string>& recorded);

// The projects of a list, last used first, those without sessions at the end.
std::vector<Project> projects_of(const FileSystem& files, const SessionList& list);

}  // namespace clew
