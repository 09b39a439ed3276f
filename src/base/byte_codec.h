// SPDX-License-Identifier: MIT
//
// Values as bytes for our own caches: numbers as this machine has them, texts with their length.
// Both classes are called in the same way, so that one list of members can serve for writing and
// reading.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace clew {

class ByteWriter {
 public:
  explicit ByteWriter(std::string& out) : out_(out) {}

  void operator()(std::string_view text) {
    number(static_cast<std::uint32_t>(text.size()));
    out_ += text;
  }
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void operator()(const T& value) {
    number(value);
  }
  void operator()(const std::optional<std::int64_t>& value) {
    number(value.has_value());
    if (value) number(*value);
  }

 private:
  template <class T>
  void number(T value) {
    char bytes[sizeof value];
    std::memcpy(bytes, &value, sizeof value);
    out_.append(bytes, sizeof value);
  }

  std::string& out_;
};

// After the bytes made no sense, everything read is zero or empty.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  void operator()(std::string& text) { text = view(); }
  void operator()(std::string_view& text) { text = view(); }  // into the bytes
  template <class T>
  requires(std::is_arithmetic_v<T> || std::is_enum_v<T>) void operator()(T& value) {
    value = number<T>();
  }
  void operator()(bool& value) { value = number<std::uint8_t>() != 0; }
  void operator()(std::optional<std::int64_t>& value) {
    if (number<std::uint8_t>() != 0) value = number<std::int64_t>();
  }

  std::string_view view() {
    const auto size = number<std::uint32_t>();
    if (size > bytes_.size()) return fail();
    const std::string_view text = bytes_.substr(0, size);
    bytes_.remove_prefix(size);
    return text;
  }
  bool failed() const { return failed_; }
  bool at_end() const { return !failed_ && bytes_.empty(); }

 private:
  template <class T>
  T number() {
    T value{};
    if (bytes_.size() < sizeof value) {
      fail();
      return value;
    }
    std::memcpy(&value, bytes_.data(), sizeof value);
    bytes_.remove_prefix(sizeof value);
    return value;
  }
  std::string_view fail() {
    failed_ = true;
    bytes_ = {};
    return {};
  }

  std::string_view bytes_;
  bool failed_ = false;
};

}  // namespace clew
