// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace clew {

// Where the program lies that is running; empty where the system does not tell.
std::string program_path();

}  // namespace clew
