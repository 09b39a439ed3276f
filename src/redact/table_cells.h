// SPDX-License-Identifier: MIT
//
// Tables of Markdown: what a name in one cell says of others.
#pragma once

#include <string_view>
#include <vector>

#include "redact/found.h"

namespace clew::redact {

// The cells that a name stands for: the next one of its row, or, when it is in the head of a table,
// those below it. Without the blanks, quotes and stars around what they hold. Empty when the name
// is in no table.
std::vector<Span> cells_of_name(std::string_view text, Span name);

}  // namespace clew::redact
