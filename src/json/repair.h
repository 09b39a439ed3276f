// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"

namespace clew::json {

// A copy of a JSON text in which what JavaScript tolerates and simdjson does not is mended (see
// Repairs, which says what was found). Everything else stays as it was, also what is wrong.
std::string repair(std::string_view text, Repairs& found);

}  // namespace clew::json
