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
  EXPECT_EQ(parsed("a -> b"), "a =-> b") << "signs alone are looked for as they are";
  EXPECT_EQ(parsed("->"), "=->");
  EXPECT_EQ(parsed("--"), "=--");
  EXPECT_EQ(parsed("--limit"), "limit") << "no word to leave out";
  EXPECT_EQ(parsed("C++ c#"), "/C++/ /c#/");
  EXPECT_EQ(parsed("2.1.325"), "2+1+325|v2+1+325");
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

TEST(Query, AndNotAndParentheses) {
  EXPECT_EQ(parsed("a AND b"), "a b");
  EXPECT_EQ(parsed("a AND b OR c"), "a b OR c");
  EXPECT_EQ(parsed("role:user AND a"), "a {2:user}");
  EXPECT_EQ(parsed("a NOT b"), "a -b");
  EXPECT_EQ(parsed("and not"), "and not") << "only capitals are operators";
  EXPECT_EQ(parsed("(a OR b) c"), "a OR b c");
  EXPECT_EQ(parsed("(a b) c"), "a b c");
  EXPECT_EQ(parsed("x -(a OR b)"), "x -a OR b");
  EXPECT_EQ(parsed("x NOT (a OR \"b c\")"), "x -a OR b+c");
  EXPECT_EQ(parsed("a OR (b OR c*)"), "a OR b OR c*");
  EXPECT_EQ(parsed("(f(x) OR /y(z)/)"), "f+x OR /y(z)/");
  EXPECT_EQ(parsed("main()"), "main") << "those of a word are signs";
  EXPECT_EQ(parsed("AND a"), "column 1: AND needs a word before it");
  EXPECT_EQ(parsed("a AND"), "column 3: AND needs a word after it");
  EXPECT_EQ(parsed("a AND OR b"), "column 7: OR cannot follow AND");
  EXPECT_EQ(parsed("a NOT"), "column 3: NOT needs a word after it");
  EXPECT_EQ(parsed("(a OR b"), "column 1: this parenthesis is not closed");
  EXPECT_EQ(parsed("a )"), "column 3: this parenthesis closes nothing");
  EXPECT_EQ(parsed("()"), "column 2: this needs a word before it");
  EXPECT_EQ(parsed("(a OR )"), "column 7: this needs a word before it");
  EXPECT_EQ(parsed("(a OR b c)"),
            "column 9: in parentheses either all words are joined by OR, or none");
  EXPECT_EQ(parsed("x OR (a b)").substr(0, 9), "column 6:");
  EXPECT_EQ(parsed("x -(a b)").substr(0, 9), "column 4:");
  EXPECT_EQ(parsed("(a b) OR c"), "column 7: OR joins only words, phrases and (one OR other)");
  EXPECT_EQ(parsed("((x))"), "column 2: only words can stand in parentheses");
  EXPECT_EQ(parsed("(a -b)"), "column 4: only words can stand in parentheses");
  EXPECT_EQ(parsed("(role:user OR b)"), "column 2: a filter cannot stand in parentheses");
}

TEST(Query, StarsStandAtTheEnd) {
  const std::string inside = ": * stands only at the end of a word; /par\\w*er/ has it inside";
  EXPECT_EQ(parsed("x par*er"), "column 6" + inside);
  EXPECT_EQ(parsed("*er"), "column 1" + inside);
  EXPECT_EQ(parsed("**bold**"), "column 1" + inside);
  EXPECT_EQ(parsed("*"), "column 1" + inside);
  EXPECT_EQ(parsed("->*"), "column 3: * needs letters or digits before it");
  EXPECT_EQ(parsed("file:*.cc"), "column 6: file: takes no *");
  EXPECT_EQ(parsed("tool:m*x"), "column 6: tool: takes a * only at the end");
  EXPECT_EQ(parsed("tool:mcp__*"), "{3:mcp__*}");
}

TEST(Query, SaysWhichWordsLoseTheirSigns) {
  const auto loose = [](std::string_view text) {
    const auto query = parse_query(text, {kNow});
    return query ? query->loose_terms() : std::vector<std::string>{"error"};
  };
  using Terms = std::vector<std::string>;
  EXPECT_EQ(loose("a::b x->y"), (Terms{"a::b", "x->y"}));
  EXPECT_EQ(loose("$HOME --limit f() \"a = b\""), (Terms{"$HOME", "--limit", "f()", "a = b"}));
  EXPECT_EQ(loose("src/main.cc parse_tree well-known http://x.y v2.1 what? don't ~/x C++ ->"),
            Terms{});
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
  EXPECT_EQ(parsed("//"), "=//");
}

TEST(Query, Filters) {
  EXPECT_EQ(parsed("x role:user"), "x {2:user}");
  EXPECT_EQ(parsed("tool:Bash -is:error"), "{3:Bash} -{7:error}");
  EXPECT_EQ(parsed("project:\"my app\" in:title"), "{0:my app} {2:title}");
  EXPECT_EQ(parsed("after:2025-12-31"), "after+2025+12+31") << "words, not a filter";
  EXPECT_EQ(parsed("Tool:Bash"), "{3:Bash}");
  EXPECT_EQ(parsed("Tool: Bash"), "tool bash") << "as it stands in a text";
}

TEST(Query, DaysAreThoseOfTheClock) {
  const LocalClock clock{kNow, [](TimeMs local) { return local - 2 * kHourMs; }};
  const auto query = parse_query("x since:2025-12-31 until:2025-12-31 until:7d", clock);
  ASSERT_TRUE(query);
  EXPECT_EQ(query->filters[0].time, kNow - 26 * kHourMs);
  EXPECT_EQ(query->filters[1].time, kNow - 2 * kHourMs);
  EXPECT_EQ(query->filters[2].time, kNow - TimeMs{7} * 24 * kHourMs);
}

TEST(Query, ErrorsNameTheColumn) {
  EXPECT_EQ(parsed(""), "column 1: nothing to look for");
  EXPECT_EQ(parsed("abc \"def"), "column 5: this quote is not closed");
  EXPECT_EQ(parsed("中 \"def"), "column 3: this quote is not closed");
  EXPECT_EQ(parsed("a =\"x"), "column 4: this quote is not closed");
  EXPECT_EQ(
      parsed("a projet:b"),
      "column 3: there is no filter projet:; did you mean project:? As text it stands in quotes");
  EXPECT_EQ(parsed("\"projet:b\""), "projet+b");
  EXPECT_EQ(parsed("OR a"), "column 1: OR needs a word before it");
  EXPECT_EQ(parsed("a OR"), "column 3: OR needs a word after it");
  EXPECT_EQ(parsed("a OR OR b"), "column 6: OR stands twice");
  EXPECT_EQ(parsed("a OR -b"), "column 6: a word to leave out cannot stand in an OR");
  EXPECT_EQ(parsed("a OR role:user"), "column 6: a filter cannot stand in an OR");
  EXPECT_EQ(parsed("-a OR b"), "column 4: OR joins only words, phrases and (one OR other)");
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

TEST(Query, NamesWordsThatLookLikeFilters) {
  const auto like_filters = [](std::string_view text) {
    return parse_query(text, {kNow})->filter_like_terms();
  };
  EXPECT_EQ(like_filters("x colour:red role:user"), std::vector<std::string>{"colour:red"});
  EXPECT_TRUE(like_filters("std::move http://x 12:30 \"a b\" role:user").empty());
}

}  // namespace
}  // namespace clew
