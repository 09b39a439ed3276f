// SPDX-License-Identifier: MIT
#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace clew::json {

// Appends JSON text to a string. The caller opens and closes in order; commas come by themselves.
//   Writer w;  w.begin_object();  w.field("a", 1);  w.key("b").begin_array();  ...
class Writer {
 public:
  Writer& begin_object() { return open('{'); }
  Writer& end_object() { return close('}'); }
  Writer& begin_array() { return open('['); }
  Writer& end_array() { return close(']'); }
  Writer& key(std::string_view name);

  Writer& value(std::string_view text);  // escapes; bytes that are no UTF-8 become U+FFFD
  Writer& value(const char* text) { return value(std::string_view(text)); }
  Writer& value(const std::string& text) { return value(std::string_view(text)); }
  Writer& value(bool flag) { return raw(flag ? "true" : "false"); }
  Writer& value(double number);
  Writer& value(std::int64_t number);
  template <std::integral T>
  Writer& value(T number) {
    return value(static_cast<std::int64_t>(number));
  }
  template <class T>
  Writer& value(const std::optional<T>& maybe) {
    return maybe ? value(*maybe) : null();
  }
  Writer& null() { return raw("null"); }
  Writer& raw(std::string_view json);  // text that is JSON already

  template <class T>
  Writer& field(std::string_view name, const T& content) {
    return key(name).value(content);
  }
  Writer& raw_field(std::string_view name, std::string_view json) { return key(name).raw(json); }

  const std::string& text() const { return out_; }
  void reserve(std::size_t bytes) { out_.reserve(bytes); }
  // Hands over the text so far and keeps the nesting: a large result can be written in pieces.
  std::string take();

 private:
  Writer& open(char bracket);
  Writer& close(char bracket);
  void separate();

  std::string out_;
  bool first_ = true;       // nothing written yet at this level
  bool after_key_ = false;  // a value must follow
};

// `text` in quotes, as JSON.
void append_quoted(std::string& out, std::string_view text);

}  // namespace clew::json
