// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "base/result.h"

namespace clew {

// The error for a failed system call: system_error(ENOENT, "open", "/a/b") says
// "cannot open /a/b: no such file or directory". Real and in-memory file systems both speak
// through it, so that tests in memory see the very messages people will see.
Error system_error(int number, std::string_view action, std::string_view path);

}  // namespace clew
