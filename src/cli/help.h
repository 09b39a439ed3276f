// SPDX-License-Identifier: MIT
//
// Help, man page and completions, all from the table of operations.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/call/operation.h"

namespace clew {

std::string program_help();
std::string command_help(const Operation& operation);

// `what`: man, complete-bash, complete-zsh, complete-fish, operations (docs/operations.md),
// openapi.
Result<std::string> generate(std::string_view what);

inline constexpr std::string_view kVersion = CLEW_VERSION;

}  // namespace clew
