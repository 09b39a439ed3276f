// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "engine/engine.h"
#include "travel/pack_manifest.h"

namespace clew {

// A folder of this machine, as Claude Code would see it: without links. kNotFound when it is none.
Result<std::string> existing_folder(Engine& engine, const std::string& path);

// The folder of this machine that stands for the project of a packed session: the one of the same
// path, else the one local project that is a copy of the same repository. kNotFound when neither
// is here, kInvalid when there are several; both say what to do.
Result<std::string> local_folder(Engine& engine, const PackedSession& session);

}  // namespace clew
