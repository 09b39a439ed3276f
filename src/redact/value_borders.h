// SPDX-License-Identifier: MIT
//
// Where the value of a name begins and ends.
#pragma once

#include <cstddef>
#include <string_view>

#include "redact/characters.h"
#include "redact/found.h"

namespace clew::redact {

inline constexpr std::size_t kLongestValue = 4096;

inline bool name_char(char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; }
inline bool blank(char c) { return c == ' ' || c == '\t'; }
inline bool line_end(char c) { return c == '\n' || c == '\r'; }

// A quote with the backslashes before it.
struct Quote {
  char sign = 0;  // 0: none
  std::size_t escapes = 0;
  std::size_t length() const { return sign == 0 ? 0 : escapes + 1; }
};

Quote quote_at(std::string_view text, std::size_t at);

enum class Separator { kNone, kAssign, kSpace };

struct Beginning {
  Separator separator = Separator::kNone;
  std::size_t at = 0;  // where the value begins
  Quote quote;
};

std::size_t skip_blanks(std::string_view text, std::size_t at);

// Behind a name that ends here: the rest of its quotes and brackets, then what parts it from its
// value.
Beginning value_behind(std::string_view text, std::size_t at);

// Where a name is a value itself and its own value stands beside it:
// {"name":"DB_PASSWORD","value":"..."}, the same in YAML, and the default of a Terraform variable.
Beginning value_beside(std::string_view text, std::size_t at);

// The value that begins here.
Span value_at(std::string_view text, std::size_t begin, Quote quote);

// A line of an .env file: whatever it holds up to its end is the value, but for what a shell would
// see there.
bool is_variable_at_line_begin(std::string_view text, Span name);
Span value_of_variable(std::string_view text, std::size_t begin);

// How far a value goes that has blanks: to the semicolon of a connection string, or, of a variable
// that begins a line, to the end of that. An empty span: nothing says so.
Span value_with_blanks(std::string_view text, Span name, std::size_t begin);

}  // namespace clew::redact
