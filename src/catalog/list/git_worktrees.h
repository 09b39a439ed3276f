// SPDX-License-Identifier: MIT
//
// Which folders are worktrees of one git repository, read from git's own small files: no git
// process is started, and nothing but names is believed.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "os/file_system.h"

namespace clew {

struct GitRepository {
  std::string common_dir;  // shared by all worktrees: "/repo/.git", absolute and without links
  std::string top;         // of the worktree that the path lies in
};

// The repository that an existing folder belongs to, found by looking upwards.
std::optional<GitRepository> find_repository(const FileSystem& files, const std::string& path);

// The top folders of all its worktrees, the main one first. Also those that are gone, as git
// remembers them.
std::vector<std::string> worktrees_of(const FileSystem& files, const GitRepository& repository);

}  // namespace clew
