// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "catalog/layout/own_paths.h"
#include "os/paths.h"

namespace clew {

// The folder with the caches of those who must not see secrets: one folder for each set of masks.
inline std::string masked_cache(const OwnPaths& own) { return join_path(own.cache, "masked"); }

}  // namespace clew
