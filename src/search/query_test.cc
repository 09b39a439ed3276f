// SPDX-License-Identifier: MIT
#include "search/query.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr TimeMs kNow = 1'767'225'600'000;  // 2026-01-01

std::string show(const QueryTerm& term) {
  if (term.kind == QueryTerm::Kind::kExact) return "=" + term.text;
  if (term.kind == QueryTerm::Kind::kRegex) return "/" + term.text + "/";
  std::string out;
  for (const TokenSequence& form : term.forms) {
    if (!out.empty()) out += '|';
    for (std::size_t i = 0; i < form.size(); ++i) out += (i == 0 ? "" : "+") + form[i];
  }
  return out + (term.prefix ? "*" : "");
}

// The query in a plain form, or its error up to the end of the line.
std::string parsed(std::string_view text) {
  const auto query = parse_query(text, {kNow});
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
  EXPECT_EQ(parsed("in::x"), "in+x") << "no filter either";
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
  EXPECT_EQ(parsed("/x\\/y/i"), "/x\\/y/");
  EXPECT_EQ(parsed("/\\d+/"), "/\\d+/");
  EXPECT_EQ(parsed("/usr/bin/env"), "usr+bin+env") << "a path";
  EXPECT_EQ(parsed(R"(/https?://[^\s"]+/ x)"), R"(/https?://[^\s"]+/ x)")
      << "the last slash ends it";
  EXPECT_EQ(parsed("/a/ OR /b/i"), "/a/ OR /b/");
  EXPECT_EQ(parsed("/[/ ]x/"), "/[/ ]x/") << "in a class";
  EXPECT_EQ(parsed("/[^]/ ]x/ y"), "/[^]/ ]x/ y");
  EXPECT_EQ(parsed("//"), "column 1: no word in it; write =\"...\" to look for signs");
}

TEST(Query, Filters) {
  EXPECT_EQ(parsed("x role:user"), "x {2:user}");
  EXPECT_EQ(parsed("tool:Bash -is:error"), "{3:Bash} -{7:error}");
  EXPECT_EQ(parsed("project:\"my app\" in:title"), "{0:my app} {2:title}");
  EXPECT_EQ(parsed("after:2025-12-31"), "after+2025+12+31") << "words, not a filter";
}

TEST(Query, DaysAreThoseOfTheClock) {
  constexpr TimeMs kHour = 3'600'000;
  const LocalClock clock{kNow, [](TimeMs local) { return local - 2 * kHour; }};
  const auto query = parse_query("x since:2025-12-31 until:2025-12-31 until:7d", clock);
  ASSERT_TRUE(query);
  EXPECT_EQ(query->filters[0].time, kNow - 26 * kHour);
  EXPECT_EQ(query->filters[1].time, kNow - 2 * kHour);
  EXPECT_EQ(query->filters[2].time, kNow - 7 * 24 * kHour);
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
  EXPECT_EQ(parsed("x since:soon"),
            "column 9: \"soon\" is no time: give today, yesterday, monday, 90m, 12h, 7d, 2w, "
            "1y, 2026-01-31 or 2026-01-31T09:00");
  EXPECT_EQ(parsed("x tool: y"), "column 3: tool: needs a value right after the colon");
  EXPECT_EQ(parsed("-a -b"), "column 1: only words that must not be there; add one that must");
  EXPECT_EQ(parse_query("ab \"c", {kNow}).error().message,
            "column 4: this quote is not closed\n  ab \"c\n     ^");
}

TEST(Query, RegularExpressionsAreRefusedWhereTheyAreWrong) {
  struct Case {
    const char* query;
    std::size_t column;
    const char* problem;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"x /a(b/", 5, "this ( is not closed"},
           {"/a)b/", 3, "this ) was not opened"},
           {"/ab**/", 4, "a repetition cannot be repeated; write (?:a+)+"},
           {"/x?++++++++?++++++++?+++++++/", 3, "a repetition cannot be repeated; write (?:a+)+"},
           {"/é*[z-a]/", 5, "no such class or range of characters"},
           {"/[abc/ x/", 2, "this [ is not closed"},
           {R"(/✅\q/)", 3, "no such escape"},
           {R"(/(a)\1/)", 5, "back references are not supported"},
           {"/a(?=b)/", 3, "this kind of group is not supported; (?:a), (?i) and (?P<name>a) are"},
           {"/a|*b/", 4, "nothing to repeat"},
           {"/ab{1001}/", 4, "it repeats more than 1,000 times"},
           {"/(a{100}){100}/", 10, "it repeats more than 1,000 times"},
           {"x OR /a[[:foo:]]/", 9, "no such class or range of characters"},
       }) {
    EXPECT_EQ(parsed(c.query), "column " + std::to_string(c.column) +
                                   ": this regular expression is wrong: " + c.problem)
        << c.query;
  }
  EXPECT_TRUE(parsed("x /(?:[ab]{1000}){1}[ab]{1000}.{1000}.{1000}/")
                  .starts_with("column 4: this regular expression is too large"));
  EXPECT_EQ(parsed("/" + std::string(1001, 'a') + "/"),
            "column 2: this regular expression is too long");
  std::string many;
  for (int i = 0; i < 9; ++i) many += " /a/";
  EXPECT_EQ(parsed(many), "column 34: too many regular expressions");
  std::string words = "a";
  for (int i = 0; i < 64; ++i) words += " OR a";
  EXPECT_EQ(parsed(words), "column 321: too many words");
}

}  // namespace
}  // namespace clew
