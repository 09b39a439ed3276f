// SPDX-License-Identifier: MIT
//
// JSON put together from small pieces, for the demo's lines.
#pragma once

#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clew::demo {

// Any value, as its JSON text.
class Json {
 public:
  Json(std::nullptr_t) : text_("null") {}
  Json(const char* text) : Json(std::string_view(text)) {}
  Json(const std::string& text) : Json(std::string_view(text)) {}
  Json(std::string_view text);
  Json(bool flag) : text_(flag ? "true" : "false") {}
  template <std::integral T>
  Json(T number) : text_(std::to_string(number)) {}
  static Json raw(std::string json);  // text that is JSON already

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

using Fields = std::vector<std::pair<std::string, Json>>;

Json object(const Fields& fields);
Json list(const std::vector<Json>& items);

Json text_block(std::string_view text);  // {"type": "text", "text": ...}

}  // namespace clew::demo
