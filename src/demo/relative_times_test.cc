// SPDX-License-Identifier: MIT

#include "demo/relative_times.h"

#include <gtest/gtest.h>

namespace clew::demo {
namespace {

constexpr TimeMs kNow = 1790000000000;  // 2026-09-21T14:13:20Z

TEST(RelativeTimes, HaveThreeForms) {
  EXPECT_EQ(fill_times(R"({"timestamp":"{now -1d 2h 3m 4s 5ms}","a":1})", kNow).text,
            R"({"timestamp":"2026-09-20T12:10:15.995Z","a":1})");
  EXPECT_EQ(fill_times(R"({"date":"{day -14h 13m 20s 1ms}"})", kNow).text,
            R"({"date":"2026-09-20"})");
  EXPECT_EQ(fill_times(R"({"timestamp":"{ms -47d}"})", kNow).text,
            R"({"timestamp":1785939200000})");
}

TEST(RelativeTimes, UnitsMayBeLeftOut) {
  EXPECT_EQ(fill_times(R"(["{ms}","{ms -5ms}","{ms -1h 1ms}","{ms -90m}"])", 10'000'000).text,
            R"([10000000,9999995,6399999,4600000])");
}

TEST(RelativeTimes, TheNewestIsTold) {
  EXPECT_EQ(fill_times(R"("{now -3m}" "{ms -2m}" "{day -1d}")", kNow).newest, kNow - 120'000);
  EXPECT_EQ(fill_times("no times here", kNow).newest, std::nullopt);
}

TEST(RelativeTimes, EverythingElseStaysAsItIs) {
  for (const std::string_view text : {R"("{now")",
                                      R"("{now -}")",
                                      R"("{now -1}")",
                                      R"("{now -1w}")",
                                      R"("{now -1s 1m}")",
                                      R"("{now -1s 1s}")",
                                      R"("{now -1s }")",
                                      R"("{now +1s}")",
                                      R"("{now --1s}")",
                                      R"("{later -1s}")",
                                      R"("{nowhere}")",
                                      R"("{now -99999999999999999999d}")",
                                      R"("{now -10000d}")",
                                      R"("\"{now -1s}\"")",
                                      R"({now -1s})",
                                      R"("{)",
                                      R"(")",
                                      "",
                                      R"({"a":{"b":"{}"}})",
                                      "\xff\"{\xff\n"}) {
    EXPECT_EQ(fill_times(text, kNow).text, text);
    EXPECT_FALSE(fill_times(text, kNow).newest) << text;
  }
}

TEST(RelativeTimes, AreFoundBehindABraceThatIsNone) {
  EXPECT_EQ(fill_times(R"("{now "{ms -1s}")", 5000).text, R"("{now 4000)");
}

}  // namespace
}  // namespace clew::demo
