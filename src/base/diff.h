// SPDX-License-Identifier: MIT
// Differences between two texts, line by line.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// What `diff -u` prints, without the two heading lines: hunks of at most `context` unchanged lines
// around each change. Empty when the texts are equal. Texts that differ in more than some thousand
// lines are given as one replacement: nobody reads such a diff, and finding the smallest takes
// long.
std::vector<std::string> unified_diff(std::string_view before, std::string_view after,
                                      int context = 3);

}  // namespace clew
