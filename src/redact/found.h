// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "json/spans.h"
#include "redact/kind.h"

namespace clew::redact {

using json::Span;

// A secret in a text.
struct Found {
  Span span;
  std::string_view kind;  // of a table that outlives all findings
  Sure sure = Sure::kLikely;
  bool by_context = false;  // its shape alone would not tell it
  bool closed = false;      // ends where the quote does that it began with
};

using FoundList = std::vector<Found>;

}  // namespace clew::redact
