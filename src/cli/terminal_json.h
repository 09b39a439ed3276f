// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// The same JSON for a terminal: what a terminal would obey or not show is written as \uXXXX. Takes
// any piece that does not end inside a character.
std::string json_for_terminal(std::string_view json);

}  // namespace clew
