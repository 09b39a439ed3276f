// SPDX-License-Identifier: MIT
//
// Characters of ASCII, whatever the locale says.
#pragma once

namespace clew::redact {

constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter(char c) { return is_lower(c) || is_upper(c); }
constexpr bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
constexpr char folded(char c) { return is_upper(c) ? static_cast<char>(c + 32) : c; }

}  // namespace clew::redact
