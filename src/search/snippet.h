// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "search/passage_matcher.h"

namespace clew {

// A piece of a text around what was found in it: one line, white space collapsed, safe for a
// terminal, with "…" where it was cut.
struct Snippet {
  std::string text;
  std::vector<TextMark> marks;  // bytes in `text`
};

// About `size` bytes of `text`, where the marks are densest.
Snippet make_snippet(std::string_view text, const std::vector<TextMark>& marks, std::size_t size);

}  // namespace clew
