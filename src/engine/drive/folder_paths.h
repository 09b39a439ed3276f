// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

// Files below the folder of a session, for who writes a prompt about them.
struct FolderPaths {
  std::string folder;
  std::vector<std::string> paths;  // relative to it
  bool more = false;
};
template <>
inline constexpr auto kDescription<FolderPaths> = describe(
    "FolderPaths", "files of a session's folder",
    field("folder", "the folder it worked in", &FolderPaths::folder),
    field("paths", "relative to it, the best first; folders end with /", &FolderPaths::paths),
    field("more", "there are more than the limit allowed", &FolderPaths::more));
inline bool holds_nothing(const FolderPaths& found) { return found.paths.empty(); }

// Takes the parameters of the operation `paths`.
Result<FolderPaths> folder_paths(Engine& engine, const Arguments& arguments);

}  // namespace clew
