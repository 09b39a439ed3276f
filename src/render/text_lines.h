// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "render/style.h"

namespace clew {

// Takes what is written for people line by line: standard output, or the lines of a window.
class TextLines {
 public:
  virtual ~TextLines() = default;
  virtual void line(std::string_view text = {}) = 0;
};

// A line, painted or not, broken where it is wider than the style allows: what follows stands
// `hang` cells in.
void fit_line(TextLines& out, const Style& style, std::string_view line, int hang = 2);

}  // namespace clew
