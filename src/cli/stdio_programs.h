// SPDX-License-Identifier: MIT
//
// `clew mcp`, `clew rpc` and `clew acp`: protocols on standard input and output.
#pragma once

#include "cli/programs.h"

namespace clew {

std::vector<Program> stdio_programs();

}  // namespace clew
