// SPDX-License-Identifier: MIT
#pragma once

#include <re2/re2.h>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// What Regex::required() gives, of an expression that compiles with these options.
std::vector<std::string> required_literals(const std::string& pattern, bool ignore_case,
                                           const RE2::Options& options);

}  // namespace clew
