// SPDX-License-Identifier: MIT

#include "json/repair.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>

#include "base/text.h"
#include "json/unicode_escape.h"

namespace clew::json {
namespace {

// Whether JSON allows it: from_chars takes more, such as 007, 1.e5 and -.5.
bool is_json_number(std::string_view digits) {
  const auto skip_digits = [&digits] {
    const std::size_t end = std::min(digits.find_first_not_of("0123456789"), digits.size());
    digits.remove_prefix(end);
    return end > 0;
  };
  if (digits.starts_with('-')) digits.remove_prefix(1);
  const bool zero = digits.starts_with('0');
  const std::size_t size = digits.size();
  if (!skip_digits() || (zero && size - digits.size() > 1)) return false;
  if (digits.starts_with('.')) {
    digits.remove_prefix(1);
    if (!skip_digits()) return false;
  }
  if (digits.starts_with('e') || digits.starts_with('E')) {
    digits.remove_prefix(1);
    if (digits.starts_with('-') || digits.starts_with('+')) digits.remove_prefix(1);
    if (!skip_digits()) return false;
  }
  return digits.empty();
}

// Whether it is a number too large or too small for a double.
bool is_beyond_double(std::string_view digits) {
  double value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  return error == std::errc::result_out_of_range && end == digits.data() + digits.size() &&
         is_json_number(digits);
}

// Of a number beyond a double: whether it is one of the small ones. The exponent alone does not say
// that, nor do the digits: 0.1e999 is large, and so is one with 400 digits and e-9.
bool is_below_one(std::string_view digits) {
  const std::size_t e = std::min(digits.find_first_of("eE"), digits.size());
  const std::string_view mantissa = digits.substr(0, e);
  std::string_view power = digits.substr(std::min(e + 1, digits.size()));
  if (power.starts_with('+')) power.remove_prefix(1);
  std::int64_t exponent = 0;
  const auto [end, error] = std::from_chars(power.data(), power.data() + power.size(), exponent);
  if (error == std::errc::result_out_of_range) return power.starts_with('-');
  const auto point = static_cast<std::int64_t>(std::min(mantissa.find('.'), mantissa.size()));
  const auto first = static_cast<std::int64_t>(mantissa.find_first_of("123456789"));
  return exponent < first - point;
}

class Mender {
 public:
  Mender(std::string_view text, Repairs& found) : text_(text), found_(found) {
    out_.reserve(text.size() + kPadding);
  }

  std::string run() {
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') in_string_ = !in_string_;
      if (in_string_ && c == '\\') {
        escape();
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        character();
      } else if (!in_string_ && (c == '-' || (c >= '0' && c <= '9'))) {
        number();
      } else {
        out_ += c;
        ++at_;
      }
    }
    return std::move(out_);
  }

 private:
  void copy(std::size_t count) {
    count = std::min(count, text_.size() - at_);
    out_ += text_.substr(at_, count);
    at_ += count;
  }

  void escape() {
    const int unit = unicode_escape(text_, at_);
    if (unit < 0) return copy(2);
    if (is_high_surrogate(unit) && is_low_surrogate(unicode_escape(text_, at_ + 6)))
      return copy(12);
    if (!is_high_surrogate(unit) && !is_low_surrogate(unit)) return copy(6);
    out_ += "\\ufffd";
    at_ += 6;
    found_.lone_surrogate = true;
  }

  void character() {
    const std::size_t start = at_;
    const char32_t c = decode_utf8(text_, at_);
    const std::string_view bytes = text_.substr(start, at_ - start);
    if (c == U'\uFFFD' && bytes != kReplacementBytes) {
      out_ += kReplacementBytes;
      found_.invalid_utf8 = true;
    } else {
      out_ += bytes;
    }
  }

  void number() {
    std::size_t end = at_;
    while (end < text_.size() &&
           std::string_view("+-.eE0123456789").find(text_[end]) != std::string_view::npos) {
      ++end;
    }
    const std::string_view digits = text_.substr(at_, end - at_);
    at_ = end;
    const bool whole = digits.find_first_of(".eE") == std::string_view::npos;
    if (whole && digits.size() < 19) {
      out_ += digits;
    } else if (whole) {
      integer(digits);
    } else {
      real(digits);
    }
  }

  // Integers beyond 64 bits become doubles by an exponent of nothing.
  void integer(std::string_view digits) {
    std::uint64_t magnitude = 0;
    const std::string_view unsigned_part = digits.substr(digits[0] == '-' ? 1 : 0);
    const auto [end, error] = std::from_chars(
        unsigned_part.data(), unsigned_part.data() + unsigned_part.size(), magnitude);
    const bool fits = error == std::errc() && end == unsigned_part.data() + unsigned_part.size() &&
                      (digits[0] != '-' || magnitude <= (std::uint64_t{1} << 63));
    if (fits) {
      out_ += digits;
    } else if (is_beyond_double(digits)) {
      nearest_double(digits);
    } else {
      out_ += digits;
      out_ += "e0";
      found_.huge_number = true;
    }
  }

  void real(std::string_view digits) {
    if (is_beyond_double(digits)) {
      nearest_double(digits);
    } else {
      out_ += digits;
    }
  }

  // JavaScript reads 1e999 as Infinity; the largest double stands for it.
  void nearest_double(std::string_view digits) {
    out_ += digits[0] == '-' ? "-" : "";
    out_ += is_below_one(digits) ? "0.0" : "1.7976931348623157e308";
    found_.huge_number = true;
  }

  std::string_view text_;
  Repairs& found_;
  std::string out_;
  std::size_t at_ = 0;
  bool in_string_ = false;
};

}  // namespace

std::string repair(std::string_view text, Repairs& found) { return Mender(text, found).run(); }

}  // namespace clew::json
