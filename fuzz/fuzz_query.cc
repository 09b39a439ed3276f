// SPDX-License-Identifier: MIT
// Any bytes as a query and as a text: parsing ends, positions lie inside, and what matches is never
// kept away by the prefilter.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/text.h"
#include "json/writer.h"
#include "search/passage_matcher.h"
#include "search/query.h"
#include "search/raw_prefilter.h"
#include "search/snippet.h"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void check_tokens(std::string_view text) {
  std::uint32_t position = 0;
  std::size_t begin = 0;
  clew::for_each_token(text, [&](const clew::Token& token) {
    require(!token.text.empty() && token.text.size() <= clew::kMaxToken);
    require(token.begin < token.end && token.end <= text.size());
    require(token.position >= position && token.begin >= begin);
    position = token.position;
    begin = token.begin;
  });
}

void check_snippet(std::string_view text, const clew::PassageMatcher& matcher) {
  const clew::Snippet snippet = clew::make_snippet(text, matcher.marks(), 40);
  require(clew::is_valid_utf8(snippet.text));
  std::size_t end = 0;
  for (const clew::TextMark& mark : snippet.marks) {
    require(mark.begin >= end && mark.begin < mark.end && mark.end <= snippet.text.size());
    end = mark.end;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t cut = input.find('\n');
  const std::string_view asked = input.substr(0, cut);
  const std::string_view text =
      cut == std::string_view::npos ? std::string_view() : input.substr(cut + 1);
  check_tokens(input);
  const auto query = clew::parse_query(asked, {});
  if (!query) {
    require(query.error().message.starts_with("column "));
    return 0;
  }
  clew::PassageMatcher matcher(*query);
  if (!matcher.matches(text)) return 0;
  check_snippet(text, matcher);
  // As a line of JSON the same text must pass, however it is escaped.
  if (!clew::is_valid_utf8(text)) return 0;
  std::string line = R"({"text":)";
  clew::json::append_quoted(line, text);
  require(clew::RawPrefilter(*query).may_match(line + "}"));
  return 0;
}
