// SPDX-License-Identifier: MIT
// Taking the teeth out of foreign text. The grammar is ECMA-48's: an introducer (ESC and a byte, or
// the one-character C1 form of it), parameters, and a final byte; or, for the "string" kinds (OSC,
// DCS, ...), anything up to a terminator. Terminals differ in how they recover from broken
// sequences, so whatever could still start one is dropped, and all else is shown.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>

#include "base/hidden_characters.h"
#include "base/terminal_whole.h"
#include "base/text.h"
#include "base/unshown.h"

namespace clew {
namespace {

constexpr char kEscape = '\x1b';

bool between(char c, char low, char high) { return c >= low && c <= high; }

std::size_t skip_while(std::string_view text, std::size_t pos, char low, char high) {
  while (pos < text.size() && between(text[pos], low, high)) ++pos;
  return pos;
}

// Past the final byte if it is there, else past as much as was well formed.
std::size_t skip_control_sequence(std::string_view text, std::size_t pos) {
  pos = skip_while(text, pos, '0', '?');
  pos = skip_while(text, pos, ' ', '/');
  return skip_while(text.substr(0, pos + 1), pos, '@', '~');
}

// Past the terminator, or pos itself when none comes before the end of the line or another control.
// Stopping at every introducer keeps the work linear: no byte is looked at more than twice.
std::size_t skip_control_string(std::string_view text, std::size_t pos) {
  for (std::size_t end = pos; end < text.size(); ++end) {
    const char c = text[end];
    const char next = end + 1 < text.size() ? text[end + 1] : '\0';
    if (c == '\x07') return end + 1;
    if (c == kEscape) return next == '\\' ? end + 2 : pos;
    if (c == '\xC2' && (next & '\xE0') == '\x80') return next == '\x9C' ? end + 2 : pos;
    if (c == '\n' || c == '\x18' || c == '\x1a') return pos;
  }
  return pos;
}

// pos is behind ESC.
std::size_t skip_escape(std::string_view text, std::size_t pos) {
  if (pos == text.size()) return pos;
  const char kind = text[pos];
  if (kind == '[') return skip_control_sequence(text, pos + 1);
  if (std::string_view("]PX^_").find(kind) != std::string_view::npos) {
    return skip_control_string(text, pos + 1);
  }
  pos = skip_while(text, pos, ' ', '/');
  return skip_while(text.substr(0, pos + 1), pos, '0', '~');
}

// pos is behind the C1 control c.
std::size_t skip_c1(std::string_view text, std::size_t pos, char32_t c) {
  if (c == 0x9B) return skip_control_sequence(text, pos);
  const bool is_string = c == 0x9D || c == 0x90 || c == 0x98 || c == 0x9E || c == 0x9F;
  return is_string ? skip_control_string(text, pos) : pos;
}

bool is_plain(char c) { return between(c, ' ', '~') || c == '\n' || c == '\t'; }

}  // namespace

std::size_t skip_unshown(std::string_view text, std::size_t pos) {
  if (is_plain(text[pos])) return pos;
  std::size_t behind = pos;
  const char32_t c = decode_utf8(text, behind);
  if (c == static_cast<char32_t>(kEscape)) return skip_escape(text, behind);
  if (c < 0x80) return behind;
  if (c < 0xA0) return skip_c1(text, behind, c);
  const bool parts_lines = c == 0x2028 || c == 0x2029;
  return is_hidden_character(c) && !parts_lines ? behind : pos;
}

std::string terminal_safe(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t start = pos;
    while (pos < text.size() && is_plain(text[pos])) ++pos;
    out.append(text, start, pos - start);
    if (pos == text.size()) break;
    const std::size_t unshown = skip_unshown(text, pos);
    if (unshown > pos) {
      pos = unshown;
      continue;
    }
    const char32_t c = decode_utf8(text, pos);
    // What would break a line breaks none, and parts words still.
    append_utf8(out, c == 0x2028 || c == 0x2029 ? U' ' : c);
  }
  return out;
}

std::string terminal_line(std::string_view text) {
  std::string line = terminal_safe(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\n' || c == '\t'; }, ' ');
  return line;
}

std::string terminal_whole(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t begin = at;
    const char32_t c = decode_utf8(text, at);
    const bool control = (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F;
    if (control || is_hidden_character(c)) {
      char code[16];
      std::snprintf(code, sizeof(code), "\\u%04x", static_cast<unsigned>(c));
      out += code;
    } else {
      out += text.substr(begin, at - begin);
    }
  }
  return terminal_safe(out);
}

}  // namespace clew
