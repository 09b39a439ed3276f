// SPDX-License-Identifier: MIT

#include "cli/json_text.h"

#include <algorithm>

#include "json/spans.h"
#include "json/value.h"

namespace clew {

std::size_t JsonEditor::skip_space(std::size_t at) const {
  return std::min(text_.find_first_not_of(" \t\r\n", at), text_.size());
}

std::size_t JsonEditor::end_of(std::size_t value) const {
  return std::min(json::value_end(text_, value), text_.size());
}

std::vector<JsonEditor::Item> JsonEditor::items(std::size_t container) const {
  std::vector<Item> found;
  const json::Span whole{container, text_.size()};
  for (const json::MemberSpan& member : json::member_spans(text_, whole)) {
    found.push_back({member.whole.begin, member.value.begin, member.value.end});
  }
  for (const json::Span element : json::element_spans(text_, whole)) {
    found.push_back({element.begin, element.begin, element.end});
  }
  return found;
}

std::string_view JsonEditor::raw(std::size_t value) const {
  return std::string_view(text_).substr(value, end_of(value) - value);
}

std::optional<std::size_t> JsonEditor::member(std::size_t object, std::string_view name) const {
  std::optional<std::size_t> found;
  json::Parser parser;
  for (const Item& item : items(object)) {
    // In a list of its own: a name may be written with escapes.
    const auto list = parser.parse_copy("[" + std::string(raw(item.begin)) + "]");
    if (!list) continue;
    for (const json::Value word : list->elements()) {
      if (word.string_or("") == name) found = item.value;
    }
  }
  return found;
}

std::vector<std::size_t> JsonEditor::elements(std::size_t array) const {
  std::vector<std::size_t> values;
  for (const Item& item : items(array)) values.push_back(item.value);
  return values;
}

void JsonEditor::append(std::size_t container, std::string_view item, int depth) {
  const std::vector<Item> before = items(container);
  const std::string indent(static_cast<std::size_t>(depth) * 2, ' ');
  if (!before.empty()) {
    text_.insert(before.back().end, ",\n" + indent + std::string(item));
    return;
  }
  const std::size_t close = end_of(container) - 1;
  text_.replace(container + 1, close - container - 1,
                "\n" + indent + std::string(item) + "\n" + indent.substr(2));
}

void JsonEditor::replace(std::size_t value, std::string_view with) {
  text_.replace(value, end_of(value) - value, with);
}

void JsonEditor::remove(std::size_t container, std::size_t value) {
  const std::vector<Item> all = items(container);
  const auto item =
      std::find_if(all.begin(), all.end(), [value](const Item& one) { return one.value == value; });
  if (item == all.end()) return;
  if (item != all.begin()) {
    text_.erase((item - 1)->end, item->end - (item - 1)->end);
  } else if (all.size() > 1) {
    text_.erase(item->begin, (item + 1)->begin - item->begin);
  } else {
    text_.erase(container + 1, end_of(container) - 1 - (container + 1));
  }
}

}  // namespace clew
