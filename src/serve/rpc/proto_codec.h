// SPDX-License-Identifier: MIT
//
// The bytes of Protocol Buffers: as much as the messages of proto/history.proto need.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/varint.h"

namespace clew {

// Appends fields in the order of the calls. Like other writers it leaves out what has the default
// value, unless the field is an optional one: then the caller decides by calling at all.
class ProtoWriter {
 public:
  void number(int field, std::int64_t value);
  // Readers refuse a text that is no UTF-8: such bytes become U+FFFD.
  void text(int field, std::string_view value);
  void message(int field, std::string_view bytes);
  void maybe_number(int field, std::int64_t value) {
    if (value != 0) number(field, value);
  }
  void maybe_text(int field, std::string_view value) {
    if (!value.empty()) text(field, value);
  }

  const std::string& bytes() const { return out_; }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// Walks over the fields of a message. What is malformed ends the walk, with ok() false.
class ProtoReader {
 public:
  explicit ProtoReader(std::string_view bytes) : in_(bytes) {}

  // The next field; false at the end.
  bool next();
  bool ok() const { return in_.good(); }

  int field() const { return field_; }
  std::int64_t number() const { return static_cast<std::int64_t>(number_); }  // 0 for texts
  std::string_view text() const { return text_; }                             // empty for numbers

 private:
  VarintReader in_;
  int field_ = 0;
  std::uint64_t number_ = 0;
  std::string_view text_;
};

}  // namespace clew
