// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace clew {

// The path that a file:// address names, its escapes decoded; what is no escape stays as it is.
// Nothing: it is no such address, or that of another machine.
std::optional<std::string> path_of_file_uri(std::string_view uri);

}  // namespace clew
