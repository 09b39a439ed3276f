// SPDX-License-Identifier: MIT
//
// For tests only: JSON read in the most obvious way, to compare the parser with. Copies everything,
// takes what JSON.parse takes, and reads lone surrogates and invalid UTF-8 as U+FFFD.
#pragma once

#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/text.h"

namespace clew {

struct Plain {
  enum Kind { kMissing, kNull, kBool, kNumber, kString, kArray, kObject };
  Kind kind = kMissing;
  bool flag = false;
  double number = 0;
  std::optional<std::int64_t> whole;
  std::string text;
  std::vector<Plain> items;
  std::vector<std::string> keys;  // of an object, with their
  std::vector<Plain> values;

  // Of repeated keys the last.
  Plain operator[](const std::string& key) const {
    Plain found;
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (keys[i] == key) found = values[i];
    }
    return found;
  }
  bool is_object() const { return kind == kObject; }
  std::string string() const { return kind == kString ? text : ""; }
  bool truth() const { return kind == kBool && flag; }
  std::int64_t integer(std::int64_t fallback) const {
    if (kind != kNumber) return fallback;
    if (whole) return *whole;
    if (std::trunc(number) != number || std::abs(number) >= 9.2e18) return fallback;
    return static_cast<std::int64_t>(number);
  }
};

class PlainReader {
 public:
  explicit PlainReader(std::string text) : text_(std::move(text)) {}

  std::optional<Plain> read() {
    Plain value;
    if (!read_value(value)) return std::nullopt;
    skip_space();
    if (at_ != text_.size()) return std::nullopt;
    return value;
  }

 private:
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
  bool at_end() const { return at_ >= text_.size(); }
  void skip_space() {
    while (!at_end() && std::string(" \t\r\n").find(peek()) != std::string::npos) ++at_;
  }
  bool eat(const std::string& word) {
    if (text_.compare(at_, word.size(), word) != 0) return false;
    at_ += word.size();
    return true;
  }

  bool read_value(Plain& out) {
    skip_space();
    if (at_end()) return false;
    switch (peek()) {
      case '{':
        return read_object(out);
      case '[':
        return read_array(out);
      case '"':
        out.kind = Plain::kString;
        return read_string(out.text);
      case 't':
        out.kind = Plain::kBool;
        out.flag = true;
        return eat("true");
      case 'f':
        out.kind = Plain::kBool;
        return eat("false");
      case 'n':
        out.kind = Plain::kNull;
        return eat("null");
      default:
        return read_number(out);
    }
  }

  bool read_object(Plain& out) {
    out.kind = Plain::kObject;
    eat("{");
    skip_space();
    if (eat("}")) return true;
    for (;;) {
      std::string key;
      Plain value;
      skip_space();
      if (peek() != '"' || !read_string(key)) return false;
      skip_space();
      if (!eat(":") || !read_value(value)) return false;
      out.keys.push_back(std::move(key));
      out.values.push_back(std::move(value));
      skip_space();
      if (eat("}")) return true;
      if (!eat(",")) return false;
    }
  }

  bool read_array(Plain& out) {
    out.kind = Plain::kArray;
    eat("[");
    skip_space();
    if (eat("]")) return true;
    for (;;) {
      Plain item;
      if (!read_value(item)) return false;
      out.items.push_back(std::move(item));
      skip_space();
      if (eat("]")) return true;
      if (!eat(",")) return false;
    }
  }

  // A code unit of four hexadecimal digits, or -1.
  int read_unit() {
    if (at_ + 4 > text_.size()) return -1;
    int unit = 0;
    for (int i = 0; i < 4; ++i) {
      const std::size_t digit =
          std::string("0123456789abcdefABCDEF").find(text_[at_ + static_cast<std::size_t>(i)]);
      if (digit == std::string::npos) return -1;
      unit = unit * 16 + static_cast<int>(digit < 16 ? digit : digit - 6);
    }
    at_ += 4;
    return unit;
  }

  bool read_escape(std::string& out) {
    ++at_;
    if (at_end()) return false;
    const char c = text_[at_++];
    const std::size_t simple = std::string("\"\\/bfnrt").find(c);
    if (simple != std::string::npos) {
      out += "\"\\/\b\f\n\r\t"[simple];
      return true;
    }
    if (c != 'u') return false;
    const int unit = read_unit();
    if (unit < 0) return false;
    char32_t point = static_cast<char32_t>(unit);
    if (unit >= 0xD800 && unit <= 0xDBFF && text_.compare(at_, 2, "\\u") == 0) {
      const std::size_t before = at_;
      at_ += 2;
      const int low = read_unit();
      if (low >= 0xDC00 && low <= 0xDFFF) {
        point = static_cast<char32_t>(0x10000 + ((unit - 0xD800) << 10) + (low - 0xDC00));
      } else {
        at_ = before;  // stands for itself
      }
    }
    append_utf8(out, point);  // half a pair becomes U+FFFD
    return true;
  }

  bool read_string(std::string& out) {
    ++at_;
    while (!at_end()) {
      const char c = peek();
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!read_escape(out)) return false;
      } else if (static_cast<unsigned char>(c) < 0x20) {
        return false;
      } else {
        append_utf8(out, decode_utf8(text_, at_));
      }
    }
    return false;
  }

  bool read_digits() {
    const std::size_t start = at_;
    while (peek() >= '0' && peek() <= '9') ++at_;
    return at_ > start;
  }

  bool read_number(Plain& out) {
    const std::size_t start = at_;
    bool integer = true;
    eat("-");
    if (!eat("0") && !read_digits()) return false;
    if (eat(".")) {
      integer = false;
      if (!read_digits()) return false;
    }
    if (eat("e") || eat("E")) {
      integer = false;
      if (!eat("+")) eat("-");
      if (!read_digits()) return false;
    }
    const std::string digits = text_.substr(start, at_ - start);
    out.kind = Plain::kNumber;
    out.number = std::strtod(digits.c_str(), nullptr);
    if (integer) {
      errno = 0;
      const long long whole = std::strtoll(digits.c_str(), nullptr, 10);
      if (errno == 0) out.whole = whole;
    }
    return true;
  }

  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace clew
