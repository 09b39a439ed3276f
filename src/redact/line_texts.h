// SPDX-License-Identifier: MIT
//
// The texts of a line of JSON, with what each of them stands under.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "json/spans.h"

namespace clew::redact {

using json::Span;

struct LineText {
  Span raw;          // between the quotes, as written
  std::string name;  // of its member, or what a member beside it ("name", "key") says; may be empty
  std::size_t context = 0;  // where in the line its name begins, or itself
  std::size_t until = 0;    // where its name ends, or itself: a member before may hold its value
  std::size_t list = 0;     // the list it is an element of, counted from 1; 0: none
  bool is_name = false;     // the name of a member
};

// For a line that a parser has taken.
std::vector<LineText> texts_of(std::string_view line);

}  // namespace clew::redact
