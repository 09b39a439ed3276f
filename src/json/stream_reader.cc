// SPDX-License-Identifier: MIT
//
// A state machine that looks at each byte once. Only what cannot be understood without the bytes
// behind it is kept between two pieces: the begin of a character, of an escape, of a key, of a
// number. All of these are bounded, the nesting by kMaxDepth.

#include "json/stream_reader.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/hex_digit.h"
#include "base/text.h"

namespace clew::json {
namespace {

// Bytes of an escape for one character beyond the 16 bits: \ud83d\ude00.
constexpr std::size_t kLongestUnit = 12;

bool is_white(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The end of the bytes from `at` on that stand for themselves and are ASCII.
std::size_t skip_plain_ascii(std::string_view bytes, std::size_t at) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  constexpr std::uint64_t kTops = 0x8080808080808080U;
  for (; bytes.size() - at >= 8; at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, bytes.data() + at, sizeof word);
    const std::uint64_t quote = word ^ (kOnes * '"');
    const std::uint64_t slash = word ^ (kOnes * '\\');
    // A byte's top bit is set where it is below the bound; false alarms are looked at again below.
    const std::uint64_t special = word | (word - kOnes * 0x20) | (quote - kOnes) | (slash - kOnes);
    if ((special & kTops) != 0) break;
  }
  while (at < bytes.size()) {
    const auto c = static_cast<unsigned char>(bytes[at]);
    if (c < 0x20 || c >= 0x80 || c == '"' || c == '\\') break;
    ++at;
  }
  return at;
}

enum class Unit : std::uint8_t { kIncomplete, kInvalid, kValid };

// The character beyond ASCII at `at`; `at` moves behind it, or behind its ill-formed part.
Unit next_character(std::string_view bytes, std::size_t& at) {
  const auto lead = static_cast<unsigned char>(bytes[at]);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC2 ? 2 : 1;
  const std::string_view here = bytes.substr(at, length);
  const bool goes_on = std::all_of(here.begin() + 1, here.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
  });
  if (here.size() < length && goes_on) return Unit::kIncomplete;
  const std::size_t start = at;
  const char32_t c = decode_utf8(bytes, at);
  const bool valid = c != U'\uFFFD' || bytes.substr(start, at - start) == kReplacementBytes;
  return valid ? Unit::kValid : Unit::kInvalid;
}

struct Escape {
  Unit unit = Unit::kInvalid;
  char32_t code = 0;
};

// The code unit of \uXXXX at `at`.
Escape unit_at(std::string_view bytes, std::size_t at) {
  constexpr std::string_view kBegin = "\\u";
  Escape escape{Unit::kValid};
  for (std::size_t i = 0; i < 6; ++i) {
    if (at + i >= bytes.size()) return {Unit::kIncomplete};
    const char c = bytes[at + i];
    const int digit = i < 2 ? 0 : hex_digit(c);
    if (digit < 0 || (i < 2 && c != kBegin[i])) return {};
    escape.code = escape.code * 16 + static_cast<char32_t>(digit);
  }
  return escape;
}

bool is_high(char32_t unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low(char32_t unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

constexpr const char* kNotJson = "not valid JSON: cut, overwritten or merged with another line";

}  // namespace

Result<void> StreamReader::feed(std::string_view bytes) {
  if (!carry_.empty()) {
    // What is left over again lies in the bytes just joined, unless there are no more of them.
    const std::size_t joined = std::min(bytes.size(), 2 * kLongestUnit);
    std::string join = std::move(carry_);
    carry_.clear();
    join += bytes.substr(0, joined);
    run(join);
    const bool again = joined == 2 * kLongestUnit;
    bytes.remove_prefix(again ? joined - carry_.size() : joined);
    if (again) carry_.clear();
  }
  run(bytes);
  if (state_ == State::kFailed) return error_;
  return {};
}

Result<void> StreamReader::finish() {
  if (state_ == State::kNumber) end_number();
  if (state_ == State::kFailed) return error_;
  if (state_ == State::kDone) return {};
  return Error{ErrorCode::kCorrupt,
               state_ == State::kString ? "a text is not closed: the line was cut" : kNotJson};
}

void StreamReader::run(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size() && state_ != State::kFailed) at = step(bytes, at);
}

// What comes at `at`; where the next comes.
std::size_t StreamReader::step(std::string_view bytes, std::size_t at) {
  if (state_ == State::kString) return string(bytes, at);
  if (state_ == State::kNumber) return number(bytes, at);
  if (state_ == State::kWord) return word(bytes, at);
  while (at < bytes.size() && is_white(bytes[at])) ++at;
  if (at == bytes.size()) return at;
  const char c = bytes[at];
  switch (state_) {
    case State::kFirstElement:
      if (c == ']') {
        end(Kind::kArray);
        return at + 1;
      }
      if (open_.size() >= kMaxDepth) return too_deep(at);
      [[fallthrough]];
    case State::kValue:
      begin_value(c);
      // The first byte of a number or a word is a part of it.
      return state_ == State::kNumber || state_ == State::kWord ? at : at + 1;
    case State::kFirstKey:
      if (c == '}') {
        end(Kind::kObject);
        return at + 1;
      }
      if (open_.size() >= kMaxDepth) return too_deep(at);
      [[fallthrough]];
    case State::kKey:
      if (c == '"')
        begin_string(/*key=*/true);
      else
        fail(ErrorCode::kCorrupt, kNotJson);
      return at + 1;
    case State::kColon:
      state_ = State::kValue;
      if (c != ':') fail(ErrorCode::kCorrupt, kNotJson);
      return at + 1;
    case State::kAfterValue:
      if (c == ',')
        state_ = open_.back() ? State::kKey : State::kValue;
      else if (c == (open_.back() ? '}' : ']'))
        end(open_.back() ? Kind::kObject : Kind::kArray);
      else
        fail(ErrorCode::kCorrupt, kNotJson);
      return at + 1;
    default:  // kDone
      fail(ErrorCode::kCorrupt, kNotJson);
      return at;
  }
}

void StreamReader::begin_value(char c) {
  if (c == '"') return begin_string(/*key=*/false);
  if (c == '{') return begin(Kind::kObject);
  if (c == '[') return begin(Kind::kArray);
  kept_.clear();
  if (c == '-' || is_digit(c)) {
    state_ = State::kNumber;
  } else if (c == 't' || c == 'f' || c == 'n') {
    state_ = State::kWord;
  } else {
    fail(ErrorCode::kCorrupt, kNotJson);
  }
}

void StreamReader::begin(Kind kind) {
  if (open_.size() >= kMaxDepth) {
    too_deep(0);
    return;
  }
  open_.push_back(kind == Kind::kObject);
  state_ = kind == Kind::kObject ? State::kFirstKey : State::kFirstElement;
  handler_.on_begin(kind);
}

void StreamReader::end(Kind kind) {
  open_.pop_back();
  handler_.on_end(kind);
  after_value();
}

void StreamReader::after_value() { state_ = open_.empty() ? State::kDone : State::kAfterValue; }

// As simdjson counts: what is open at the limit must be empty.
std::size_t StreamReader::too_deep(std::size_t at) {
  fail(ErrorCode::kUnsupported, "nested deeper than 1024 levels");
  return at;
}

void StreamReader::fail(ErrorCode code, const char* reason) {
  state_ = State::kFailed;
  error_ = {code, reason};
}

// ---- strings

void StreamReader::begin_string(bool key) {
  state_ = State::kString;
  in_key_ = key;
  key_is_cut_ = false;
  kept_.clear();
}

void StreamReader::end_string() {
  if (in_key_) {
    handler_.on_key(kept_);
    state_ = State::kColon;
  } else {
    handler_.on_text({}, /*last=*/true);
    after_value();
  }
}

void StreamReader::text(std::string_view piece) {
  if (piece.empty()) return;
  if (!in_key_) return handler_.on_text(piece, /*last=*/false);
  if (kept_.size() + piece.size() <= kLongestKey && !key_is_cut_) {
    kept_ += piece;
    return;
  }
  if (std::exchange(key_is_cut_, true)) return;
  kept_ += cut_utf8(piece, kLongestKey - kept_.size());
}

std::size_t StreamReader::string(std::string_view bytes, std::size_t at) {
  std::size_t begin = at;  // of what has not been handed on
  for (;;) {
    at = skip_plain_ascii(bytes, at);
    if (at == bytes.size()) break;
    const auto c = static_cast<unsigned char>(bytes[at]);
    if (c >= 0x80) {
      const std::size_t here = at;
      const Unit unit = next_character(bytes, at);
      if (unit == Unit::kValid) continue;
      text(bytes.substr(begin, here - begin));
      if (unit == Unit::kIncomplete) {
        carry_ = bytes.substr(here);
        return bytes.size();
      }
      text(kReplacementBytes);
      repairs_.invalid_utf8 = true;
      begin = at;
      continue;
    }
    text(bytes.substr(begin, at - begin));
    if (c == '"') {
      end_string();
      return at + 1;
    }
    if (c == '\\') {
      begin = at = escape(bytes, at);
      if (state_ == State::kFailed) return at;
      continue;
    }
    fail(ErrorCode::kCorrupt, "a text holds a raw control character");
    return at;
  }
  text(bytes.substr(begin));
  return at;
}

std::size_t StreamReader::escape(std::string_view bytes, std::size_t at) {
  if (at + 1 == bytes.size()) {
    carry_ = bytes.substr(at);
    return bytes.size();
  }
  constexpr std::string_view kNames = "\"\\/bfnrt";
  constexpr std::string_view kMeant = "\"\\/\b\f\n\r\t";
  if (bytes[at + 1] == 'u') return unicode_escape(bytes, at);
  const std::size_t name = kNames.find(bytes[at + 1]);
  if (name == std::string_view::npos) {
    fail(ErrorCode::kCorrupt, "a text holds an invalid escape");
  } else {
    text(kMeant.substr(name, 1));
  }
  return at + 2;
}

std::size_t StreamReader::unicode_escape(std::string_view bytes, std::size_t at) {
  const Escape first = unit_at(bytes, at);
  const Escape second = is_high(first.code) ? unit_at(bytes, at + 6) : Escape{};
  if (first.unit == Unit::kIncomplete ||
      (first.unit == Unit::kValid && second.unit == Unit::kIncomplete)) {
    carry_ = bytes.substr(at);
    return bytes.size();
  }
  if (first.unit == Unit::kInvalid) {
    fail(ErrorCode::kCorrupt, "a text holds an invalid escape");
    return at;
  }
  std::string character;
  if (is_high(first.code) && second.unit == Unit::kValid && is_low(second.code)) {
    append_utf8(character, 0x10000 + ((first.code - 0xD800) << 10U) + (second.code - 0xDC00));
    text(character);
    return at + kLongestUnit;
  }
  if (is_high(first.code) || is_low(first.code)) repairs_.lone_surrogate = true;
  append_utf8(character, first.code);
  text(character);
  return at + kLongestUnit / 2;
}

// ---- numbers and words

// False when `c` does not go on with the number.
bool StreamReader::next_digit(char c) {
  const bool e = c == 'e' || c == 'E';
  switch (digits_) {
    case Digits::kMinus:
      digits_ = c == '0' ? Digits::kZero : Digits::kWhole;
      return is_digit(c);
    case Digits::kZero:
    case Digits::kWhole:
      if (is_digit(c)) return digits_ == Digits::kWhole;
      digits_ = c == '.' ? Digits::kDot : e ? Digits::kE : digits_;
      return c == '.' || e;
    case Digits::kDot:
    case Digits::kFraction:
      if (e && digits_ == Digits::kFraction) {
        digits_ = Digits::kE;
        return true;
      }
      if (is_digit(c)) digits_ = Digits::kFraction;
      return is_digit(c);
    case Digits::kE:
      if (c == '+' || c == '-') {
        digits_ = Digits::kSign;
        return true;
      }
      [[fallthrough]];
    case Digits::kSign:
    case Digits::kExponent:
      if (is_digit(c)) digits_ = Digits::kExponent;
      return is_digit(c);
  }
  return false;
}

std::size_t StreamReader::number(std::string_view bytes, std::size_t at) {
  if (kept_.empty()) {
    const char first = bytes[at++];
    digits_ = first == '-' ? Digits::kMinus : first == '0' ? Digits::kZero : Digits::kWhole;
    kept_ += first;
  }
  for (; at < bytes.size(); ++at) {
    const Digits before = digits_;
    if (!next_digit(bytes[at])) {
      digits_ = before;
      end_number();
      return at;
    }
    if (kept_.size() <= kLongestNumber) kept_ += bytes[at];
  }
  return at;
}

void StreamReader::end_number() {
  const bool whole = digits_ == Digits::kZero || digits_ == Digits::kWhole ||
                     digits_ == Digits::kFraction || digits_ == Digits::kExponent;
  if (!whole) return fail(ErrorCode::kCorrupt, "a number is malformed");
  if (kept_.size() > kLongestNumber) {
    handler_.on_scalar(Kind::kNull, "null");
  } else {
    handler_.on_scalar(Kind::kNumber, kept_);
  }
  after_value();
}

std::size_t StreamReader::word(std::string_view bytes, std::size_t at) {
  kept_ += bytes[at];
  const std::string_view whole = kept_[0] == 't' ? "true" : kept_[0] == 'f' ? "false" : "null";
  if (!whole.starts_with(kept_)) {
    fail(ErrorCode::kCorrupt, kNotJson);
  } else if (kept_ == whole) {
    handler_.on_scalar(kept_[0] == 'n' ? Kind::kNull : Kind::kBool, kept_);
    after_value();
  }
  return at + 1;
}

}  // namespace clew::json
