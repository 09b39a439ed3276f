// SPDX-License-Identifier: MIT
//
// JSON texts that are too large to be held: they arrive in pieces, and so do their strings.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "json/value.h"

namespace clew::json {

// Is told what a StreamReader finds, in the order of the text.
class StreamHandler {
 public:
  virtual ~StreamHandler() = default;
  virtual void on_begin(Kind kind) = 0;  // kObject or kArray
  virtual void on_end(Kind kind) = 0;
  // The name of the member whose value comes next; one of more than StreamReader::kLongestKey
  // bytes is cut.
  virtual void on_key(std::string_view name) = 0;
  // A string without its escapes, in pieces of whole UTF-8 characters: none or more with `last` not
  // set, then one, perhaps empty, with it.
  virtual void on_text(std::string_view piece, bool last) = 0;
  // kNull, kBool or kNumber, as it is written. A number of more than kLongestNumber characters
  // comes as null.
  virtual void on_scalar(Kind kind, std::string_view text) = 0;
};

// Takes exactly the texts that Parser takes, mends them in the same way, and holds a few kilobytes
// of them at a time, whatever they are.
class StreamReader {
 public:
  static constexpr std::size_t kLongestKey = 4096;
  static constexpr std::size_t kLongestNumber = 1024;

  explicit StreamReader(StreamHandler& handler) : handler_(handler) {}

  // The next bytes of the text, any number of them. After an error the reader is of no use.
  Result<void> feed(std::string_view bytes);
  // The text is complete.
  Result<void> finish();

  // What had to be mended so far (all but huge_number).
  const Repairs& repairs() const { return repairs_; }

 private:
  enum class State : std::uint8_t {
    kValue,         // a value must come
    kFirstElement,  // a value or "]"
    kFirstKey,      // a key or "}"
    kKey,           // a key
    kColon,
    kAfterValue,  // "," or the end of what is open
    kString,
    kNumber,
    kWord,  // true, false, null
    kDone,
    kFailed,
  };
  // How far a number has come.
  enum class Digits : std::uint8_t { kMinus, kZero, kWhole, kDot, kFraction, kE, kSign, kExponent };

  void run(std::string_view bytes);
  std::size_t step(std::string_view bytes, std::size_t at);
  void begin_value(char c);
  void begin(Kind kind);
  void end(Kind kind);
  void after_value();
  void begin_string(bool key);
  void end_string();
  std::size_t string(std::string_view bytes, std::size_t at);
  std::size_t escape(std::string_view bytes, std::size_t at);
  std::size_t unicode_escape(std::string_view bytes, std::size_t at);
  void text(std::string_view piece);
  std::size_t number(std::string_view bytes, std::size_t at);
  bool next_digit(char c);
  void end_number();
  std::size_t word(std::string_view bytes, std::size_t at);
  std::size_t too_deep(std::size_t at);
  void fail(ErrorCode code, const char* reason);

  StreamHandler& handler_;
  State state_ = State::kValue;
  Digits digits_ = Digits::kMinus;
  bool in_key_ = false;
  bool key_is_cut_ = false;
  std::vector<bool> open_;  // what is open, outermost first; true: an object
  std::string kept_;        // the key, number or word so far
  std::string carry_;       // the begin of a character or escape whose end has not arrived
  Repairs repairs_;
  Error error_;
};

}  // namespace clew::json
