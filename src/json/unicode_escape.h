// SPDX-License-Identifier: MIT
//
// Escapes of JSON that stand for one unit of UTF-16.
#pragma once

#include <cstddef>
#include <string_view>

namespace clew::json {

// The code unit of an escape \uXXXX at `at`, or -1.
int unicode_escape(std::string_view text, std::size_t at);

// The first and the second half of a character that needs two units.
inline bool is_high_surrogate(int unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
inline bool is_low_surrogate(int unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

}  // namespace clew::json
