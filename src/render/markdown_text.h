// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "render/style.h"

namespace clew {

// Markdown as models write it, for a person at a terminal: headings, lists and check boxes, quotes,
// code, tables, and bold, italic, code and links within lines. What is no Markdown stays as it is;
// words are never lost. Takes text that is safe for a terminal.
std::vector<std::string> markdown_lines(std::string_view safe, int width, const Style& style);

}  // namespace clew
