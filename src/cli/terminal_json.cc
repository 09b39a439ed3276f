// SPDX-License-Identifier: MIT
#include "cli/terminal_json.h"

#include "base/hidden_characters.h"
#include "base/text.h"

namespace clew {
namespace {

void append_escape(std::string& out, char32_t unit) {
  static constexpr std::string_view kDigits = "0123456789abcdef";
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out += kDigits[static_cast<std::size_t>(unit >> static_cast<unsigned>(shift) & 15U)];
}

}  // namespace

std::string json_for_terminal(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (std::size_t pos = 0; pos < json.size();) {
    const char32_t c = decode_utf8(json, pos);
    const bool control = c < 0x20 ? c != '\n' && c != '\t' : c == 0x7F;
    if (!control && !is_hidden_character(c)) {
      append_utf8(out, c);
    } else if (c > 0xFFFF) {
      append_escape(out, 0xD800 + ((c - 0x10000) >> 10U));
      append_escape(out, 0xDC00 + ((c - 0x10000) & 0x3FFU));
    } else {
      append_escape(out, c);
    }
  }
  return out;
}

}  // namespace clew
