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

// For who found nothing in these projects: kNotFound names the first that nobody has.
Result<void> check_projects_known(Engine& engine, const std::vector<std::string>& names);

}  // namespace clew
