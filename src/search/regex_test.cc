// SPDX-License-Identifier: MIT
#include "search/regex.h"

#include <chrono>

#include <gtest/gtest.h>

#include "base/sanitized.h"

namespace clew {
namespace {

using Found = std::optional<Regex::Range>;

Regex compiled(std::string_view pattern, bool ignore_case = false) {
  Regex::Problem problem;
  auto regex = Regex::compile(pattern, ignore_case, problem);
  EXPECT_TRUE(regex) << pattern << ": " << problem.message;
  return *regex;
}

using Ranges = std::vector<Regex::Range>;

Ranges all(const Regex& regex, std::string_view text, std::size_t most = SIZE_MAX) {
  Ranges found;
  regex.find_all(text, {}, [&](const Regex::Range& match) {
    found.push_back(match);
    return found.size() < most;
  });
  return found;
}

Found find(const Regex& regex, std::string_view text) {
  const Ranges found = all(regex, text, 1);
  return found.empty() ? Found() : found.front();
}

// What is found first; "-" for nothing.
std::string first(std::string_view pattern, std::string_view text, bool ignore_case = false) {
  const Found found = find(compiled(pattern, ignore_case), text);
  if (!found) return "-";
  return "'" + std::string(text.substr(found->first, found->second - found->first)) + "'";
}

TEST(Regex, KnowsCharacters) {
  EXPECT_EQ(first("[–—]", "a — b"), "'—'");
  EXPECT_EQ(first("[–—]", "aâ€ b"), "-") << "bytes of them are not they";
  EXPECT_EQ(first("✅?done", "done"), "'done'");
  EXPECT_EQ(first("^.$", "é"), "'é'");
  EXPECT_EQ(first("ÄÖ", "äö", true), "'äö'");
  EXPECT_EQ(first("(?i)äö", "ÄÖ"), "'ÄÖ'");
  EXPECT_EQ(first("\\x41\\x{4e2d}", "A中"), "'A中'");
  EXPECT_EQ(first("\\C", "é"), "'é'") << "never a part of a character";
}

TEST(Regex, KnowsWhatEverybodyWrites) {
  EXPECT_EQ(first(R"([\w.-]+@)", "to a.b-c@d"), "'a.b-c@'");
  EXPECT_EQ(first(R"(https?://[^\s"]+)", "see https://a.b/c\"d"), "'https://a.b/c'");
  EXPECT_EQ(first(R"(\bcat\b)", "concat cat"), "'cat'");
  EXPECT_EQ(first(R"((?:ab)+?c)", "xababc"), "'ababc'");
  EXPECT_EQ(first(R"([[:digit:]]{2,})", "1 23"), "'23'");
  EXPECT_EQ(first(R"(\pL+)", "12ßa3"), "'ßa'");
}

TEST(Regex, LinesAreSearchedOneByOne) {
  EXPECT_EQ(first("^b.*$", "a\nbc d\ne"), "'bc d'");
  EXPECT_EQ(first("a.b", "a\nb"), "-");
  EXPECT_EQ(first("a[^x]b", "a\nb"), "-");
  EXPECT_EQ(first("a\\sb", "a\nb"), "-");
  EXPECT_EQ(first("(?s)a.b", "a\nb"), "-");
  EXPECT_EQ(first("a\\nb", "a\nb"), "-");
  EXPECT_EQ(first("^$", "a\n\nb"), "''");
}

TEST(Regex, OddBytesAreNoObstacle) {
  using namespace std::string_literals;
  EXPECT_EQ(first("b+", "\xff\xfe\0\xe2\x82 abb"s), "'bb'");
  EXPECT_EQ(first("^.+$", "ok\n\xff\n"s), "'ok'");
  EXPECT_EQ(first("a\\x00b", "a\0b"s), "'a\0b'"s);
}

TEST(Regex, FindsAllInTurn) {
  EXPECT_EQ(all(compiled("a+|b"), "aa x b"), (Ranges{{0, 2}, {5, 6}}));
  EXPECT_EQ(all(compiled("a+|b"), "aa x b", 1), (Ranges{{0, 2}}));
  EXPECT_EQ(all(compiled("^a"), "aa\na"), (Ranges{{0, 1}, {3, 4}})) << "the line begins once";
  EXPECT_EQ(all(compiled("x*"), "é"), (Ranges{{0, 0}, {2, 2}}));
  // As many in a line of any length.
  const Regex sign = compiled("\\W");
  const std::size_t pairs = sign.piece();
  std::string text;
  for (std::size_t i = 0; i < pairs; ++i) text += "x ";
  EXPECT_EQ(all(sign, text).size(), pairs);
}

// Pieces of a text are an affair of Regex: nobody can tell where they end.
TEST(Regex, LongTextsAreSearchedWhole) {
  const std::string line = "some words of a line\n";
  std::string text;
  while (text.size() < 3'000'000) text += line;
  EXPECT_EQ(first("^needle$", text + "needle\n" + text), "'needle'");
  EXPECT_EQ(find(compiled("^needle$"), text + "needle")->first, text.size());
  EXPECT_EQ(first("some.*words.*line.", text), "-");
  EXPECT_EQ(find(compiled("\\z"), text)->first, text.size());
}

TEST(Regex, LongLinesAreSearchedInPiecesThatOverlap) {
  const Regex regex = compiled("\\b(?:ab)+c\\b");
  const std::size_t longest = regex.piece() / 2;
  std::string match;
  while (match.size() + 3 < longest) match += "ab";
  match += "c";
  for (std::size_t before = longest - 50; before < 5 * longest; before += longest / 7) {
    const std::string text = std::string(before, '.') + match + std::string(3 * longest, '.');
    ASSERT_EQ(find(regex, text), Found({before, before + match.size()})) << before;
  }
  // Also the second one, which nobody looks for in the line as a whole.
  for (std::size_t gap = regex.piece() - 12; gap < regex.piece() + 12; ++gap) {
    const std::string text = "ababc" + std::string(gap, '.') + "ababc" + std::string(gap, '.');
    ASSERT_EQ(all(regex, text).size(), 2U) << gap;
  }
  const std::string long_match = "<" + std::string(10 * longest, '.') + ">";
  EXPECT_EQ(find(compiled("<.+>"), long_match), Found({0, long_match.size()}))
      << "where that does not take long";
  EXPECT_TRUE(find(compiled("^.{200,}$"), std::string(5'000, 'x')));
  // The end of a piece is neither the end of the line nor that of a word.
  const std::string word(10 * longest, 'x');
  EXPECT_EQ(find(compiled("x$"), word + "y"), Found());
  EXPECT_EQ(find(compiled("x\\b"), word + "y"), Found());
  EXPECT_EQ(find(compiled("^x"), "y" + word), Found());
}

constexpr double kLatestStop = kSanitized ? 1000 : 100;  // ms

// Whatever the expression: memory is bounded, and one that is stopped ends soon.
TEST(Regex, HostileOnesCanBeStopped) {
  std::string text;
  for (unsigned i = 1, x = 1; i < 4'000'000; ++i) {
    x = x * 1'664'525U + 1'013'904'223U;
    text += (x >> 20U & 1U) != 0 ? 'a' : 'b';
  }
  std::string most;
  for (int i = 0; i < 9; ++i) most += "[ab]{1000}";
  for (const std::string& pattern :
       {std::string("(a|b)*a(a|b){20}c"), std::string("(?:a|b|ab|aab)*a(?:[ab]|ab|ba){60}q"),
        std::string("a.{0,1000}c"), std::string("(?:a?){500}(?:a|b){400}c"), most + "c",
        std::string("(.*)(.*)(.*)(.*)(.*)c"), std::string("\\pL{5}\\d")}) {
    const Regex regex = compiled(pattern);
    using Clock = std::chrono::steady_clock;
    const auto stop_at = Clock::now() + std::chrono::milliseconds(60);
    StopSignal signal;
    signal.watch([stop_at] { return Clock::now() >= stop_at; });
    regex.find_all(text, signal, [&](const Regex::Range&) {
      ADD_FAILURE() << pattern;
      return false;
    });
    const auto late = std::chrono::duration<double, std::milli>(Clock::now() - stop_at).count();
    EXPECT_LT(late, kLatestStop) << pattern;
  }
}

}  // namespace
}  // namespace clew
