// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "catalog/layout/session_files.h"
#include "os/file_system.h"

namespace clew {

enum class Worktrees { kOnlyThis, kAll };

// Which of the folders belong to the project at `path`: those named by a key of the path, of the
// path without links, and of the other worktrees of its repository; when there is none, those in
// which a session was recorded at this path (the folder was moved, or comes from another machine).
// Returns indices in ascending order.
std::vector<std::size_t> folders_of_project(const FileSystem& files,
                                            const std::vector<ProjectFolder>& folders,
                                            const std::string& path,
                                            Worktrees worktrees = Worktrees::kAll,
                                            int threads = default_threads());

// The same by the names of the folders alone: no transcript is opened, so it takes no longer than
// that however many there are.
std::vector<std::size_t> folders_named_after(const FileSystem& files,
                                             const std::vector<ProjectFolder>& folders,
                                             const std::string& path,
                                             Worktrees worktrees = Worktrees::kAll);

// The nearest folder above `path` that is a project; empty when none is. The root of all files is
// nobody's project.
std::string project_above(const std::vector<ProjectFolder>& folders, const std::string& path);

// The working directory in the first line of a transcript that names one; empty when none of the
// first 64 KiB does.
std::string recorded_cwd(const FileSystem& files, const std::string& path);

}  // namespace clew
