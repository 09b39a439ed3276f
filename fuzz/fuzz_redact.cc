// SPDX-License-Identifier: MIT
// Any bytes as the lines of a session: each stays JSON if it was, its strings are the same but for
// what was replaced, and nothing that was found and stands out is left in the bytes.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "redact/redactor.h"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

void check_same(const clew::json::Value& a, const clew::json::Value& b, int depth) {
  check(a.kind() == b.kind());
  if (depth > 60) return;
  if (a.is_object()) {
    auto other = b.members().begin();
    for (const auto [key, value] : a.members()) {
      check(other != b.members().end());
      check_same(value, (*other).value, depth + 1);
      ++other;
    }
    check(!(other != b.members().end()));
  } else if (a.is_array()) {
    auto other = b.elements().begin();
    for (const clew::json::Value value : a.elements()) {
      check(other != b.elements().end());
      check_same(value, *other, depth + 1);
      ++other;
    }
  } else if (!a.is_string()) {
    check(a.to_json() == b.to_json());
  } else if (a.string_or("") != b.string_or("")) {
    check(b.string_or("").find('[') != std::string_view::npos);  // a label
  }
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty() && out.size() < 16) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    out.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const clew::redact::Finder finder = std::move(*clew::redact::Finder::make());
  const std::vector<std::string_view> lines = lines_of({reinterpret_cast<const char*>(data), size});
  clew::redact::Redactor redactor(finder);
  for (const std::string_view line : lines) redactor.collect_line(line);
  redactor.finish();
  clew::json::Parser before;
  clew::json::Parser after;
  for (const std::string_view line : lines) {
    const auto redacted = redactor.redact_line(line);
    if (!redacted) continue;
    const auto old = before.parse_copy(line);
    if (!old) continue;
    const auto now = after.parse_copy(*redacted);
    check(now.has_value());
    check_same(*old, *now, 0);
    redactor.book().find(*redacted, [&](clew::redact::Span span, std::size_t secret) {
      check(span.of(*redacted) != redactor.book().text_of(secret));
    });
  }
  return 0;
}
