// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace clew {

// What programs that start us hand over on standard input: all of it, but of very much only the
// beginning (a megabyte).
std::string read_standard_input();

}  // namespace clew
