// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// The text in small letters, of all scripts: to compare names as a person does. What is stored must
// not depend on it, because the tables are those of a library.
std::string lower_case(std::string_view text);

}  // namespace clew
