// SPDX-License-Identifier: MIT
//
// Which repository a folder is a copy of, in words that mean the same on every machine. Read from
// git's own configuration file: no git process is started.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "os/file_system.h"

namespace clew {

struct RepositoryCopy {
  std::string remote;  // "github.com/ada/orchard"
  std::string top;     // of the worktree that the folder lies in, on this machine
  std::string below;   // where the folder lies in it; empty: it is the top
};

// What an existing folder is a copy of; nothing when it has no remote that others can reach too.
std::optional<RepositoryCopy> find_copy(const FileSystem& files, const std::string& folder);

// Host and path of a remote's address, however it is written: with ssh, https or git, with or
// without a user, a password, a usual port or ".git". Nothing for a path on this machine.
std::optional<std::string> remote_name(std::string_view address);

}  // namespace clew
