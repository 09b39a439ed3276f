// SPDX-License-Identifier: MIT
#include "search/query.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr TimeMs kNow = 1'767'225'600'000;  // 2026-01-01

std::string show(const QueryTerm& term) {
  if (term.kind == QueryTerm::Kind::kExact) return "=" + term.text;
  if (term.kind == QueryTerm::Kind::kRegex)
    return "/" + term.text + (term.ignore_case ? "/i" : "/");
  std::string out;
  for (const TokenSequence& form : term.forms) {
    if (!out.empty()) out += '|';
    for (std::size_t i = 0; i < form.size(); ++i) out += (i == 0 ? "" : "+") + form[i];
  }
  return out + (term.prefix ? "*" : "");
}

// The query in a plain form, or its error up to the end of the line.
std::string parsed(std::string_view text) {
  const auto query = parse_query(text, kNow);
  if (!query) return query.error().message.substr(0, query.error().message.find('\n'));
  std::string out;
  for (const QueryGroup& group : query->groups) {
    out += out.empty() ? "" : " ";
    if (group.negated) out += "-";
    for (std::size_t i = 0; i < group.any.size(); ++i)
      out += (i == 0 ? "" : " OR ") + show(group.any[i]);
  }
  for (const QueryFilter& filter : query->filters) {
    out += out.empty() ? "" : " ";
    out += (filter.negated ? "-{" : "{") + std::to_string(static_cast<int>(filter.kind)) + ":" +
           filter.value + "}";
  }
  return out;
}

TEST(Query, Words) {
  EXPECT_EQ(parsed("race Condition"), "race condition");
  EXPECT_EQ(parsed("  race\tpool "), "race pool");
  EXPECT_EQ(parsed("\"race condition\" pool"), "race+condition pool");
  EXPECT_EQ(parsed("parseTree"), "parse+tree|parsetree");
  EXPECT_EQ(parsed("src/main.cc"), "src+main+cc");
  EXPECT_EQ(parsed("竞态"), "竞+态");
  EXPECT_EQ(parsed("a -> b"), "a b") << "signs among words are passed over";
  EXPECT_EQ(parsed("std::vector"), "std+vector");
  EXPECT_EQ(parsed("http://x.y"), "http+x+y");
  EXPECT_EQ(parsed("file://x"), "file+x");
}

TEST(Query, Operators) {
  EXPECT_EQ(parsed("pool -thread"), "pool -thread");
  EXPECT_EQ(parsed("race OR deadlock pool"), "race OR deadlock pool");
  EXPECT_EQ(parsed("a OR \"b c\" OR d*"), "a OR b+c OR d*");
  EXPECT_EQ(parsed("pars*"), "pars*");
  EXPECT_EQ(parsed("\"parse mess\"*"), "parse+mess*");
  EXPECT_EQ(parsed("or"), "or") << "only capitals are an operator";
}

TEST(Query, Exact) {
  EXPECT_EQ(parsed("=\"a->b \\\"c\\\"\""), "=a->b \"c\"");
  EXPECT_EQ(parsed("/ab+c d/"), "/ab+c d/");
  EXPECT_EQ(parsed("/x\\/y/i"), "/x/y/i");
  EXPECT_EQ(parsed("/\\d+/"), "/\\d+/");
  EXPECT_EQ(parsed("/usr/bin/env"), "usr+bin+env") << "a path";
}

TEST(Query, Filters) {
  EXPECT_EQ(parsed("x role:user"), "x {2:user}");
  EXPECT_EQ(parsed("tool:Bash -is:error"), "{3:Bash} -{7:error}");
  EXPECT_EQ(parsed("project:\"my app\" in:title"), "{0:my app} {2:title}");
  const auto query = parse_query("x after:2025-12-31 before:7d", kNow);
  ASSERT_TRUE(query);
  EXPECT_EQ(query->filters[0].time, kNow - 24 * 3'600'000);
  EXPECT_EQ(query->filters[1].time, kNow - 7 * 24 * 3'600'000);
}

TEST(Query, ErrorsNameTheColumn) {
  EXPECT_EQ(parsed(""), "column 1: nothing to look for");
  EXPECT_EQ(parsed("->"), "column 1: no word in it; write =\"...\" to look for signs");
  EXPECT_EQ(parsed("abc \"def"), "column 5: this quote is not closed");
  EXPECT_EQ(parsed("中 \"def"), "column 3: this quote is not closed");
  EXPECT_EQ(parsed("a =\"x"), "column 4: this quote is not closed");
  EXPECT_EQ(parsed("OR a"), "column 1: OR needs a word before it");
  EXPECT_EQ(parsed("a OR"), "column 3: OR needs a word after it");
  EXPECT_EQ(parsed("a OR OR b"), "column 6: OR stands twice");
  EXPECT_EQ(parsed("a OR -b"), "column 6: \"-\" cannot stand in an OR");
  EXPECT_EQ(parsed("a OR role:user"), "column 6: a filter cannot stand in an OR");
  EXPECT_EQ(parsed("-a OR b"), "column 4: OR needs a word before it");
  EXPECT_EQ(parsed("x role:boss"), "column 8: a role is user, assistant, tool, thinking or title");
  EXPECT_EQ(parsed("x after:soon"),
            "column 9: \"soon\" is no date: write 2026-01-31, or 7d for a week ago");
  EXPECT_EQ(parsed("x tool: y"), "column 3: tool: needs a value right after the colon");
  EXPECT_EQ(parsed("-a -b"), "column 1: only words that must not be there; add one that must");
  EXPECT_TRUE(parsed("x /a(b/").starts_with("column 3: this regular expression is wrong"))
      << parsed("x /a(b/");
  EXPECT_TRUE(parsed("/a+++++++++++++++++++++++++/")
                  .starts_with("column 1: this regular expression repeats"));
  EXPECT_EQ(parse_query("ab \"c", kNow).error().message,
            "column 4: this quote is not closed\n  ab \"c\n     ^");
}

// The C library would take gigabytes for those that are refused.
TEST(Query, RegularExpressionsMayRepeatWithinBounds) {
  for (const char* fine : {"/a{3}b{4}/", "/x+y+z+/", "/[+]+[{]{2}/", R"(/\d{1,4}-\d{2,}/)",
                           R"(/\++\+/)", "/((a+)+b)+/", "/(a{20}){20}/"})
    EXPECT_TRUE(parse_query(fine, kNow)) << fine;
  for (const char* large :
       {"/a++++++++++++++++++++++++++++++++++++++++b/", "/((((((((((((a+)+)+)+)+)+)+)+)+)+)+)+/",
        "/(a?){5000}/", "/(a{100}){100}/", "/(a{1,99999999999999999999}b)+/"})
    EXPECT_FALSE(parse_query(large, kNow)) << large;
}

}  // namespace
}  // namespace clew
