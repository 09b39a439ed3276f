// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "catalog/list/local_folders.h"
#include "engine/engine.h"

namespace clew {

// A folder of this machine, as Claude Code would see it: without links. kNotFound when it is none.
Result<std::string> existing_folder(Engine& engine, const std::string& path);

// The folder of this machine that stands for a project of another one: the one that a person named
// once, else the one of the same path, else the one local project that is a copy of the same
// repository. kNotFound when none is here, kInvalid when there are several; both say what to do,
// with `flag`, by which the caller takes a folder.
Result<std::string> local_folder(Engine& engine, const FarProject& project, std::string_view flag);

// The folder that a person names now, which is remembered.
Result<std::string> name_local_folder(Engine& engine, const FarProject& project,
                                      const std::string& folder);

}  // namespace clew
