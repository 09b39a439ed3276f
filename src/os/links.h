// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"

namespace clew {

// Makes `path` a symbolic link to `target`. An error when something is there already.
Result<void> make_link(const std::string& target, const std::string& path);

}  // namespace clew
