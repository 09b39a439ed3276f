// SPDX-License-Identifier: MIT
//
// From the bytes of a request to an operation and its arguments. Pure: no file is looked at.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"
#include "engine/call/arguments.h"
#include "engine/call/operation.h"

namespace clew {

// A request target, taken apart and decoded.
struct Target {
  std::string path;  // begins with "/", has no "." or ".." or empty parts, and is printable UTF-8
  std::vector<std::pair<std::string, std::string>> query;
};

inline constexpr std::size_t kMaxTarget = 8192;
inline constexpr std::size_t kMaxQueryFields = 200;

// Refuses what is decoded differently by different programs: an encoded "/" or NUL, overlong or
// broken UTF-8, "..", backslashes and control characters in the path.
Result<Target> parse_target(std::string_view target);

// "a%20b+c": "a b c" in a query; nothing for a bad escape, a NUL, or what is no UTF-8.
Result<std::string> decode_query_part(std::string_view text);

// The values that a query gives to an operation's parameters, by their names in either spelling
// ("per-session", "perSession"). Unknown names are errors; limits and choices are checked by
// Arguments::check.
Result<Arguments::Given> given_from_query(
    const Operation& operation, const std::vector<std::pair<std::string, std::string>>& query);

}  // namespace clew
