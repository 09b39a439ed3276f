// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <cstdint>
#include <cstring>

namespace clew {
namespace {

std::uint8_t byte_at(std::string_view text, std::size_t pos) {
  return static_cast<std::uint8_t>(text[pos]);
}

// The end of the run of ASCII that begins at pos, by eight bytes while that is possible.
std::size_t skip_ascii(std::string_view text, std::size_t pos) {
  while (text.size() - pos >= 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, text.data() + pos, sizeof word);
    if ((word & 0x8080808080808080U) != 0) break;
    pos += 8;
  }
  while (pos < text.size() && byte_at(text, pos) < 0x80) ++pos;
  return pos;
}

// What a lead byte promises. The bounds of the second byte shut out overlong forms, surrogates and
// numbers past U+10FFFF (table 3-7 of the Unicode standard).
struct Lead {
  int more = 0;  // continuation bytes; 0: this byte cannot lead
  std::uint8_t low = 0x80;
  std::uint8_t high = 0xBF;
};

Lead classify(std::uint8_t lead) {
  if (lead < 0xC2 || lead > 0xF4) return {};
  if (lead < 0xE0) return {1};
  if (lead == 0xE0) return {2, 0xA0};
  if (lead == 0xED) return {2, 0x80, 0x9F};
  if (lead < 0xF0) return {2};
  if (lead == 0xF0) return {3, 0x90};
  if (lead == 0xF4) return {3, 0x80, 0x8F};
  return {3};
}

// False, with pos after the ill-formed part, when there is no whole code point.
bool decode(std::string_view text, std::size_t& pos, char32_t& c) {
  const std::uint8_t first = byte_at(text, pos++);
  if (first < 0x80) {
    c = first;
    return true;
  }
  Lead lead = classify(first);
  if (lead.more == 0) return false;
  c = first & (0x3FU >> lead.more);
  for (; lead.more > 0; --lead.more) {
    if (pos == text.size()) return false;
    const std::uint8_t next = byte_at(text, pos);
    if (next < lead.low || next > lead.high) return false;
    c = (c << 6U) | (next & 0x3FU);
    lead.low = 0x80;
    lead.high = 0xBF;
    ++pos;
  }
  return true;
}

// The start of the last code point before end, if that code point is whitespace, else end. No
// whitespace is longer than three bytes.
std::size_t before_trailing_space(std::string_view text, std::size_t end) {
  for (std::size_t length = 1; length <= 3 && length <= end; ++length) {
    std::size_t pos = end - length;
    if ((byte_at(text, pos) & 0xC0U) == 0x80) continue;
    const std::size_t start = pos;
    const bool is_space = is_js_space(decode_utf8(text, pos)) && pos == end;
    return is_space ? start : end;
  }
  return end;
}

}  // namespace

char32_t decode_utf8(std::string_view text, std::size_t& pos) {
  char32_t c = 0;
  return decode(text, pos, c) ? c : kReplacement;
}

void append_utf8(std::string& out, char32_t c) {
  if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = kReplacement;
  const auto add = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  if (c < 0x80) {
    add(c);
  } else if (c < 0x800) {
    add(0xC0U | c >> 6U);
    add(0x80U | (c & 0x3FU));
  } else if (c < 0x10000) {
    add(0xE0U | c >> 12U);
    add(0x80U | (c >> 6U & 0x3FU));
    add(0x80U | (c & 0x3FU));
  } else {
    add(0xF0U | c >> 18U);
    add(0x80U | (c >> 12U & 0x3FU));
    add(0x80U | (c >> 6U & 0x3FU));
    add(0x80U | (c & 0x3FU));
  }
}

bool is_valid_utf8(std::string_view text) {
  char32_t c = 0;
  for (std::size_t pos = skip_ascii(text, 0); pos < text.size(); pos = skip_ascii(text, pos)) {
    if (!decode(text, pos, c)) return false;
  }
  return true;
}

std::size_t utf16_length(std::string_view text) {
  std::size_t units = 0;
  for (std::size_t pos = 0; pos < text.size();) {
    const std::size_t ascii_end = skip_ascii(text, pos);
    units += ascii_end - pos;
    pos = ascii_end;
    if (pos < text.size()) units += decode_utf8(text, pos) > 0xFFFF ? 2U : 1U;
  }
  return units;
}

std::string_view cut_utf16(std::string_view text, std::size_t n) {
  if (text.size() <= n) return text;
  std::size_t pos = 0;
  while (pos < text.size()) {
    std::size_t next = pos;
    const std::size_t units = decode_utf8(text, next) > 0xFFFF ? 2 : 1;
    if (units > n) break;
    n -= units;
    pos = next;
  }
  return text.substr(0, pos);
}

bool is_js_space(char32_t c) {
  if (c < 0x80) return c == ' ' || (c >= '\t' && c <= '\r');
  return c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 || c == 0x2029 ||
         c == 0x202F || c == 0x205F || c == 0x3000 || c == 0xFEFF;
}

std::string_view cut_utf8(std::string_view text, std::size_t n) {
  if (text.size() <= n) return text;
  while (n > 0 && (byte_at(text, n) & 0xC0U) == 0x80) --n;
  return text.substr(0, n);
}

bool contains(std::string_view text, std::string_view part) {
  return ::memmem(text.data(), text.size(), part.data(), part.size()) != nullptr;
}

bool is_ascii(std::string_view text) { return skip_ascii(text, 0) == text.size(); }

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

std::string_view trim(std::string_view text) {
  std::size_t begin = 0;
  for (std::size_t pos = 0; pos < text.size() && is_js_space(decode_utf8(text, pos));) begin = pos;
  text.remove_prefix(begin);
  std::size_t end = text.size();
  for (std::size_t start = before_trailing_space(text, end); start != end;
       start = before_trailing_space(text, end)) {
    end = start;
  }
  return text.substr(0, end);
}

bool is_blank(std::string_view text) {
  for (std::size_t pos = 0; pos < text.size();) {
    if (!is_js_space(decode_utf8(text, pos))) return false;
  }
  return true;
}

std::string one_line(std::string_view text) {
  const auto is_word_byte = [&](std::size_t pos) { return byte_at(text, pos) - 0x21U < 0x5FU; };
  std::string line;
  line.reserve(text.size());
  std::size_t begin = 0;  // of what is to be kept next
  const auto keep_until = [&](std::size_t end) {
    if (begin == end) return;
    if (!line.empty()) line.push_back(' ');
    line.append(text, begin, end - begin);
  };
  for (std::size_t pos = 0; pos < text.size();) {
    if (is_word_byte(pos)) {
      ++pos;
      continue;
    }
    const std::size_t start = pos;
    if (!is_js_space(decode_utf8(text, pos))) continue;
    // Most spaces stand alone between two words, and stay.
    if (text[start] == ' ' && begin < start && pos < text.size() && is_word_byte(pos)) continue;
    keep_until(start);
    begin = pos;
  }
  keep_until(text.size());
  return line;
}

}  // namespace clew
