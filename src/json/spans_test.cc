// SPDX-License-Identifier: MIT
#include "json/spans.h"

#include <string>

#include <gtest/gtest.h>

namespace clew::json {
namespace {

constexpr std::string_view kText = R"({ "a" : 1.50, "b":"}\"{", "c":[1,{"d":[]}, "x"] ,"a":2})";
constexpr Span kWhole{0, kText.size()};

TEST(Spans, FindsMembersAndElements) {
  const auto members = member_spans(kText, kWhole);
  ASSERT_EQ(4U, members.size());
  EXPECT_EQ("1.50", members[0].value.of(kText));
  EXPECT_EQ(R"("}\"{")", members[1].value.of(kText));
  EXPECT_EQ("2", find_member(kText, kWhole, "a").of(kText));
  EXPECT_TRUE(find_member(kText, kWhole, "z").empty());
  const auto elements = element_spans(kText, members[2].value);
  ASSERT_EQ(3U, elements.size());
  EXPECT_EQ(R"({"d":[]})", elements[1].of(kText));
}

TEST(Spans, ReplacesAPartAndKeepsTheRest) {
  Splices splices;
  splices.set_member(kText, kWhole, "b", "null");
  splices.set_member(kText, kWhole, "new", "true");
  EXPECT_EQ(R"({ "a" : 1.50, "b":null, "c":[1,{"d":[]}, "x"] ,"a":2,"new":true})",
            splices.apply(kText));
  Splices empty;
  empty.set_member("{}", {0, 2}, "a", "1");
  EXPECT_EQ(R"({"a":1})", empty.apply("{}"));
}

TEST(Spans, EndsWithTheText) {
  for (const std::string_view text : {"", "{", "{\"", "{\"a", "{\"a\"", "{\"a\":", "{\"a\":\"\\",
                                      "[", "[1", "[1,", "[,", "}", "\"\\"}) {
    const std::string copy(text);
    EXPECT_LE(member_spans(copy, {0, copy.size()}).size(), 1U);
    EXPECT_LE(element_spans(copy, {0, copy.size()}).size(), 1U);
    value_end(copy, 0);
  }
  EXPECT_EQ(std::string_view::npos, value_end("{\"a\":[1}", 0));
}

TEST(Spans, BackslashesBeforeQuotes) {
  const auto end = [](std::string_view text) { return value_end(text, 0); };
  EXPECT_EQ(2U, end(R"("" )"));
  EXPECT_EQ(4U, end(R"("\\" )"));
  EXPECT_EQ(6U, end(R"("\\\"" )"));
  EXPECT_EQ(8U, end(R"("a\"b\"" )"));
  EXPECT_EQ(std::string_view::npos, end(R"("\")"));
  EXPECT_EQ(std::string_view::npos, end(R"("\\\" )"));
  EXPECT_EQ(14U, end(R"({"\\":["}\""]} )"));
  EXPECT_EQ(std::string_view::npos, end(R"({"a":[}")"));
}

TEST(Spans, TextsOfAValue) {
  const std::string text = R"({"a":["b \" c",{"d":1}],"e":"f"})";
  std::vector<std::string> found;
  for (const Span span : string_spans(text, find_member(text, {0, text.size()}, "a"))) {
    found.emplace_back(span.of(text));
  }
  EXPECT_EQ(found, (std::vector<std::string>{R"("b \" c")", R"("d")"}));
}

}  // namespace
}  // namespace clew::json
