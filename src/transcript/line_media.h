// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "json/value.h"

namespace clew {

// A picture or document whose bytes stand in a line, as base64.
struct LineMedia {
  std::string_view media_type;
  std::string_view data;
};

// Those of a line's blocks and of the results inside them, in order. Views of the parsed line.
std::vector<LineMedia> media_of(json::Value line);

}  // namespace clew
