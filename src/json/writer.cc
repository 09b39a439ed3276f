// SPDX-License-Identifier: MIT

#include "json/writer.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <utility>

#include "base/text.h"

namespace clew::json {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

// Which of eight bytes are not plain: the top bit of each. What is set above the lowest one may be
// wrong, as the subtractions carry.
std::uint64_t odd_bytes(std::uint64_t bytes) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  constexpr std::uint64_t kTops = 0x80 * kOnes;
  const auto equal_to = [bytes](unsigned char c) {
    const std::uint64_t differs = bytes ^ (c * kOnes);
    return (differs - kOnes) & ~differs;
  };
  const std::uint64_t below_space = (bytes - ' ' * kOnes) & ~bytes;
  return (bytes | below_space | equal_to('"') | equal_to('\\') | equal_to(0x7F)) & kTops;
}

// Where the first byte from `at` on is that is not plain.
std::size_t skip_plain(std::string_view text, std::size_t at) {
  std::uint64_t bytes = 0;
  for (; at + sizeof bytes <= text.size(); at += sizeof bytes) {
    std::memcpy(&bytes, text.data() + at, sizeof bytes);
    const std::uint64_t odd = odd_bytes(bytes);
    if (odd == 0) continue;
    if constexpr (std::endian::native == std::endian::little) {
      return at + static_cast<std::size_t>(std::countr_zero(odd)) / 8;
    }
    break;
  }
  // What is left is less than a word: looked at together with what lies before it.
  if (at < text.size() && text.size() >= sizeof bytes) {
    const std::size_t start = text.size() - sizeof bytes;
    std::memcpy(&bytes, text.data() + start, sizeof bytes);
    if (at > start && odd_bytes(bytes) == 0) return text.size();
  }
  while (at < text.size() && is_plain(text[at])) ++at;
  return at;
}

void append_escape(std::string& out, char32_t code) {
  constexpr char kHex[] = "0123456789abcdef";
  out += "\\u";
  for (const int shift : {12, 8, 4, 0}) out += kHex[(code >> shift) & 15];
}

// Characters that would be orders to a terminal that shows the JSON: C1 controls and those that
// turn the direction of text around.
bool is_order(char32_t c) {
  return c < 0xA0 || c == 0x061C || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2066 && c <= 0x2069);
}

void append_control(std::string& out, char c) {
  switch (c) {
    case '\n':
      out += "\\n";
      return;
    case '\r':
      out += "\\r";
      return;
    case '\t':
      out += "\\t";
      return;
    case '\b':
      out += "\\b";
      return;
    case '\f':
      out += "\\f";
      return;
    case '"':
      out += "\\\"";
      return;
    case '\\':
      out += "\\\\";
      return;
    default:
      append_escape(out, static_cast<unsigned char>(c));
  }
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  std::size_t written = 0;  // text before this is in `out`
  const auto write_until = [&](std::size_t end) { out.append(text, written, end - written); };
  for (std::size_t at = skip_plain(text, 0); at < text.size(); at = skip_plain(text, at)) {
    const std::size_t start = at;
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      write_until(start);
      append_control(out, text[at++]);
      written = at;
      continue;
    }
    const char32_t c = decode_utf8(text, at);
    if (!is_order(c) && c != kReplacement) continue;  // stands as it is
    write_until(start);
    if (is_order(c)) {
      append_escape(out, c);
    } else {
      append_utf8(out, c);
    }
    written = at;
  }
  write_until(text.size());
  out += '"';
}

void Writer::separate() {
  if (after_key_) {
    after_key_ = false;
  } else if (!first_) {
    out_ += ',';
  }
  first_ = false;
}

Writer& Writer::open(char bracket) {
  separate();
  out_ += bracket;
  first_ = true;
  return *this;
}

Writer& Writer::close(char bracket) {
  out_ += bracket;
  first_ = false;
  return *this;
}

Writer& Writer::key(std::string_view name) {
  char whole[64];
  constexpr std::size_t kAround = 4;  // ,"":
  if (name.size() > sizeof whole - kAround || skip_plain(name, 0) != name.size()) {
    separate();
    append_quoted(out_, name);
    out_ += ':';
  } else {  // in one piece: a row of a list has more keys than values
    std::size_t size = 0;
    if (!first_) whole[size++] = ',';
    whole[size++] = '"';
    std::memcpy(whole + size, name.data(), name.size());
    size += name.size();
    whole[size++] = '"';
    whole[size++] = ':';
    out_.append(whole, size);
  }
  first_ = false;
  after_key_ = true;
  return *this;
}

Writer& Writer::value(std::string_view text) {
  separate();
  append_quoted(out_, text);
  return *this;
}

Writer& Writer::value(double number) {
  if (!std::isfinite(number)) return null();
  char digits[32];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  return raw(error == std::errc() ? std::string_view(digits, static_cast<std::size_t>(end - digits))
                                  : std::string_view("null"));
}

Writer& Writer::value(std::int64_t number) {
  char digits[24];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, number);
  return raw({digits, static_cast<std::size_t>(end - digits)});
}

Writer& Writer::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

std::string Writer::take() { return std::exchange(out_, {}); }

}  // namespace clew::json
