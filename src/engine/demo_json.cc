// SPDX-License-Identifier: MIT

#include "engine/demo_json.h"

#include "json/writer.h"

namespace clew::demo {

Json::Json(std::string_view text) { json::append_quoted(text_, text); }

Json Json::raw(std::string json) {
  Json value(nullptr);
  value.text_ = std::move(json);
  return value;
}

Json object(const Fields& fields) {
  json::Writer out;
  out.begin_object();
  for (const auto& [name, value] : fields) out.raw_field(name, value.text());
  out.end_object();
  return Json::raw(out.take());
}

Json list(const std::vector<Json>& items) {
  json::Writer out;
  out.begin_array();
  for (const Json& item : items) out.raw(item.text());
  out.end_array();
  return Json::raw(out.take());
}

Json text_block(std::string_view text) { return object({{"type", "text"}, {"text", text}}); }

}  // namespace clew::demo
