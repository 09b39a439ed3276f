// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// A project as another machine knows it.
struct FarProject {
  std::string folder;     // where it lies there; empty: not known
  std::string machine{};  // empty: not known
  std::string remote{};   // the repository that it is a copy of (git_remote.h); empty: not known
  std::string below{};    // where the folder lies in that
};

// Which folder of this machine a person said stands for such a project, from a small JSON file of
// ours; empty when nobody did. A damaged file is an error, so that nobody writes over it.
Result<std::string> find_local_folder(const FileSystem& files, const std::string& path,
                                      const FarProject& project);
// Remembers what was said.
Result<void> remember_local_folder(WritableFileSystem& files, const std::string& path,
                                   const FarProject& project, const std::string& folder);

}  // namespace clew
