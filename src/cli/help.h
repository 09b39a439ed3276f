// SPDX-License-Identifier: MIT
//
// Help, man page and completions, all from the table of operations.
#pragma once

#include <string>

#include "base/result.h"
#include "engine/call/operation.h"

namespace clew {

inline constexpr int kHelpWidth = 80;  // unless a person says another

std::string program_help(int width = kHelpWidth);
// Examples stand as they are typed, whatever the width.
std::string command_help(const Operation& operation, int width = kHelpWidth);

// `what`: man, complete-bash, complete-zsh, complete-fish, operations (docs/operations.md),
// openapi.
Result<std::string> generate(std::string_view what);

inline constexpr std::string_view kVersion = CLEW_VERSION;

}  // namespace clew
