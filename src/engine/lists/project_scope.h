// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/engine.h"

namespace clew {

// The project that somebody works in.
struct ProjectScope {
  std::string path;               // its folder; empty: that is no project
  std::vector<std::string> keys;  // names of its folders, those of other worktrees included
};

// The project at `folder`, else the nearest above it.
ProjectScope project_scope(Engine& engine, const std::string& folder);

}  // namespace clew
