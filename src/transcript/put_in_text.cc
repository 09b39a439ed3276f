// SPDX-License-Identifier: MIT
#include "transcript/put_in_text.h"

#include "base/text.h"

namespace clew {
namespace {

bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// <name> or <name attribute=...>, with a name that begins in lower case.
bool opens_with_tag(std::string_view text) {
  if (text.size() < 3 || text[0] != '<' || text[1] < 'a' || text[1] > 'z') return false;
  std::size_t end = 1;
  while (end < text.size() && (is_word(text[end]) || text[end] == '-')) ++end;
  if (end == text.size()) return false;
  return text[end] == '>' || is_js_space(decode_utf8(text, end));
}

}  // namespace

bool is_put_in(std::string_view text) {
  return opens_with_tag(text) || text.starts_with("[Request interrupted by user");
}

}  // namespace clew
