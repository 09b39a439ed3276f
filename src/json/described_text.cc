// SPDX-License-Identifier: MIT
#include "json/described_text.h"

#include "base/text.h"
#include "json/value.h"

namespace clew::json {
namespace {

std::string text_of(Value value) {
  switch (value.kind()) {
    case Kind::kMissing:
    case Kind::kNull:
      return {};
    case Kind::kString:
      return std::string(value.string_or(""));
    case Kind::kArray: {
      std::string text;
      for (const Value one : value.elements()) {
        if (one.is_object() || one.is_array()) return value.to_json();
        text += (text.empty() ? "" : ",") + text_of(one);
      }
      return text;
    }
    default:
      return value.to_json();
  }
}

}  // namespace

std::string plain_text(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string valid;
  for (std::size_t at = 0; at < text.size();) append_utf8(valid, decode_utf8(text, at));
  return valid;
}

std::string plain_text_of_json(std::string_view json) {
  if (json.empty()) return {};
  Parser parser;
  const auto value = parser.parse_copy(json);
  return value ? text_of(*value) : plain_text(json);
}

}  // namespace clew::json
