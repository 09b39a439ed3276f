// SPDX-License-Identifier: MIT
#include "json/spans.h"

#include <algorithm>

#include "base/byte_set.h"
#include "json/writer.h"

namespace clew::json {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

std::size_t skip_space(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(kSpace, at), text.size());
}

// Behind the closing quote of the string that begins at `begin`; npos without one. Strings may have
// megabytes: a quote is looked for, and then whether an odd number of backslashes stands before it.
std::size_t string_end(std::string_view text, std::size_t begin) {
  for (std::size_t at = begin + 1; at < text.size(); ++at) {
    at = text.find('"', at);
    if (at == std::string_view::npos) return at;
    std::size_t plain = at;  // behind what is before the backslashes
    while (plain > begin + 1 && text[plain - 1] == '\\') --plain;
    if ((at - plain) % 2 == 0) return at + 1;
  }
  return std::string_view::npos;
}

constexpr ByteSet kStructural("\"{}[]");

std::size_t container_end(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    at = kStructural.find_in(text, at);
    if (at == std::string_view::npos) return at;
    if (text[at] == '"') {
      at = string_end(text, at);
      if (at == std::string_view::npos) return at;
      continue;
    }
    const bool opens = text[at] == '{' || text[at] == '[';
    ++at;
    depth += opens ? 1 : 0;
    if (!opens && --depth == 0) return at;
  }
  return std::string_view::npos;
}

}  // namespace

std::size_t value_end(std::string_view text, std::size_t begin) {
  if (begin >= text.size()) return std::string_view::npos;
  if (text[begin] == '"') return string_end(text, begin);
  if (text[begin] == '{' || text[begin] == '[') return container_end(text, begin);
  return std::min(text.find_first_of(",]} \t\r\n", begin), text.size());
}

std::vector<MemberSpan> member_spans(std::string_view text, Span object) {
  std::vector<MemberSpan> out;
  text = text.substr(0, object.end);
  std::size_t at = skip_space(text, object.begin);
  if (at >= text.size() || text[at] != '{') return out;
  for (++at;;) {
    at = skip_space(text, at);
    if (at >= text.size() || text[at] != '"') return out;
    const std::size_t key = at;
    const std::size_t key_end = string_end(text, at);
    if (key_end == std::string_view::npos) return out;
    at = skip_space(text, key_end);
    if (at >= text.size() || text[at] != ':') return out;
    const std::size_t value = skip_space(text, at + 1);
    at = value_end(text, value);
    if (at == std::string_view::npos) return out;
    out.push_back({text.substr(key + 1, key_end - key - 2), {key, at}, {value, at}});
    at = skip_space(text, at);
    if (at >= text.size() || text[at] != ',') return out;
    ++at;
  }
}

std::vector<Span> element_spans(std::string_view text, Span array) {
  std::vector<Span> out;
  text = text.substr(0, array.end);
  std::size_t at = skip_space(text, array.begin);
  if (at >= text.size() || text[at] != '[') return out;
  at = skip_space(text, at + 1);
  while (at < text.size() && text[at] != ']') {
    const std::size_t end = value_end(text, at);
    if (end == std::string_view::npos || end == at) return out;
    out.push_back({at, end});
    at = skip_space(text, end);
    if (at < text.size() && text[at] == ',') at = skip_space(text, at + 1);
  }
  return out;
}

std::vector<Span> string_spans(std::string_view text, Span value) {
  std::vector<Span> out;
  text = text.substr(0, value.end);
  for (std::size_t at = text.find('"', value.begin); at != std::string_view::npos;) {
    const std::size_t end = string_end(text, at);
    if (end == std::string_view::npos) break;
    out.push_back({at, end});
    at = text.find('"', end);
  }
  return out;
}

Span find_member(std::string_view text, Span object, std::string_view key) {
  Span found;
  for (const MemberSpan& member : member_spans(text, object)) {
    if (member.key == key) found = member.value;
  }
  return found;
}

void Splices::set_member(std::string_view text, Span object, std::string_view key,
                         std::string json) {
  const auto members = member_spans(text, object);
  bool found = false;
  for (const MemberSpan& member : members) {
    if (member.key != key) continue;
    // Of a repeated name the last counts; the others say the same from now on.
    replace(member.value, json);
    found = true;
  }
  if (found) return;
  std::string added;
  append_quoted(added, key);
  added += ":" + json;
  if (members.empty()) {
    replace({object.begin + 1, object.begin + 1}, added);
  } else {
    const std::size_t at = members.back().whole.end;
    replace({at, at}, "," + added);
  }
}

std::string Splices::apply(std::string_view text) {
  std::stable_sort(all_.begin(), all_.end(),
                   [](const One& a, const One& b) { return a.span.begin < b.span.begin; });
  std::string out;
  std::size_t at = 0;
  for (const One& one : all_) {
    if (one.span.begin < at) continue;  // inside of what is replaced already
    out += text.substr(at, one.span.begin - at);
    out += one.by;
    at = one.span.end;
  }
  out += text.substr(std::min(at, text.size()));
  return out;
}

}  // namespace clew::json
