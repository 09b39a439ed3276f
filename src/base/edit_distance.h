// SPDX-License-Identifier: MIT
//
// What somebody may have meant who mistyped a name.
#pragma once

#include <span>
#include <string_view>

namespace clew {

// How many single changes turn one text into the other, counted up to `limit`.
int edit_distance(std::string_view left, std::string_view right, int limit);

// The name that comes nearest to `typed`; empty when none is near. Letters that changed places
// count as one change.
std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names);

}  // namespace clew
