// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace clew::json {

enum class Kind : std::uint8_t {
  kMissing,  // no such member: reading it gives the fallback, never an error
  kNull,
  kBool,
  kNumber,
  kString,
  kArray,
  kObject,
};

class Value;
class Members;
class Elements;

// A borrowed view of one JSON value inside a Parser. It and every string taken from it are valid
// until that parser's next parse. Reading the wrong kind gives the fallback: what a transcript
// holds is data, so a number where a text should be is for the caller to notice, not an error.
class Value {
 public:
  Value() = default;

  Kind kind() const;
  bool is_missing() const { return !document_; }
  bool is_string() const { return kind() == Kind::kString; }
  bool is_object() const { return kind() == Kind::kObject; }
  bool is_array() const { return kind() == Kind::kArray; }

  std::string_view string_or(std::string_view fallback) const;
  bool bool_or(bool fallback) const;
  std::int64_t int_or(std::int64_t fallback) const;  // also whole-number doubles in range
  double number_or(double fallback) const;

  // The member `key`; of repeated keys the last one, as JavaScript reads them.
  Value operator[](std::string_view key) const;

  Members members() const;    // empty unless an object
  Elements elements() const;  // empty unless an array

  // JSON text of the value: no white space, keys in their order.
  std::string to_json() const;
  void append_json(std::string& out) const;

 private:
  void append_number(std::string& out) const;

  friend class Parser;
  friend class Members;
  friend class Elements;
  Value(const void* document, std::size_t index) : document_(document), index_(index) {}

  // A simdjson tape reference. Kept opaque so that only json/*.cc pay for the big header.
  const void* document_ = nullptr;
  std::size_t index_ = 0;
};

struct Member {
  std::string_view key;
  Value value;
};

// Range over the members of an object: for (auto [key, value] : v.members()).
class Members {
 public:
  class Iterator {
   public:
    Member operator*() const;
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    friend class Members;
    Iterator(const void* document, std::size_t index) : document_(document), index_(index) {}
    const void* document_;
    std::size_t index_;
  };
  Iterator begin() const { return {document_, begin_}; }
  Iterator end() const { return {document_, end_}; }

 private:
  friend class Value;
  const void* document_ = nullptr;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

// Range over the elements of an array: for (Value v : list.elements()).
class Elements {
 public:
  class Iterator {
   public:
    Value operator*() const;
    Iterator& operator++();
    bool operator!=(const Iterator& other) const { return index_ != other.index_; }

   private:
    friend class Elements;
    Iterator(const void* document, std::size_t index) : document_(document), index_(index) {}
    const void* document_;
    std::size_t index_;
  };
  Iterator begin() const { return {document_, begin_}; }
  Iterator end() const { return {document_, end_}; }
  bool empty() const { return begin_ == end_; }

 private:
  friend class Value;
  const void* document_ = nullptr;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

// What had to be mended before the text could be read. JavaScript accepts all three, so a reader
// that refused them would lose lines that the real programs show.
struct Repairs {
  bool lone_surrogate = false;  // an escape like \ud83d without its partner: read as U+FFFD
  bool invalid_utf8 = false;    // bytes that are no UTF-8: read as U+FFFD
  bool huge_number = false;     // beyond 64 bits or beyond a double: read as the nearest double
  bool any() const { return lone_surrogate || invalid_utf8 || huge_number; }
};

// Bytes that must be readable behind a text given to Parser::parse.
inline constexpr std::size_t kPadding = 64;

// Nesting beyond this is refused with an error instead of being followed.
inline constexpr std::size_t kMaxDepth = 1024;

// Parses one JSON text at a time into buffers that are reused: after the first few lines of a file
// parsing allocates nothing. Accepts exactly what JSON.parse accepts, but for kMaxDepth.
class Parser {
 public:
  Parser();
  ~Parser();
  Parser(Parser&&) noexcept;
  Parser& operator=(Parser&&) noexcept;

  // `text` must be followed by kPadding readable bytes, as jsonl::Line::text is.
  Result<Value> parse(std::string_view text);
  // For texts from elsewhere: copies first.
  Result<Value> parse_copy(std::string_view text);

  const Repairs& repairs() const { return repairs_; }

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  Repairs repairs_;
};

}  // namespace clew::json
