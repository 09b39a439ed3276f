// SPDX-License-Identifier: MIT

#include "json/writer.h"

#include <charconv>
#include <cmath>
#include <utility>

#include "base/text.h"

namespace clew::json {
namespace {

bool is_plain(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x20 && byte < 0x7F && c != '"' && c != '\\';
}

void append_control(std::string& out, char c) {
  constexpr char kHex[] = "0123456789abcdef";
  switch (c) {
    case '\n': out += "\\n"; return;
    case '\r': out += "\\r"; return;
    case '\t': out += "\\t"; return;
    case '\b': out += "\\b"; return;
    case '\f': out += "\\f"; return;
    case '"': out += "\\\""; return;
    case '\\': out += "\\\\"; return;
    default: {
      const auto byte = static_cast<unsigned char>(c);
      out += "\\u00";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    }
  }
}

}  // namespace

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t plain = at;
    while (plain < text.size() && is_plain(text[plain])) ++plain;
    out += text.substr(at, plain - at);
    at = plain;
    if (at == text.size()) break;
    if (static_cast<unsigned char>(text[at]) < 0x80) {
      append_control(out, text[at++]);
    } else {
      append_utf8(out, decode_utf8(text, at));
    }
  }
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
  separate();
  append_quoted(out_, name);
  out_ += ':';
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
  separate();
  out_ += std::to_string(number);
  return *this;
}

Writer& Writer::raw(std::string_view json) {
  separate();
  out_ += json;
  return *this;
}

std::string Writer::take() { return std::exchange(out_, {}); }

}  // namespace clew::json
