// SPDX-License-Identifier: MIT
#include "engine/call/time_bounds.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

std::string since(const char* rule, std::string_view text) {
  const auto zone = TimeZone::from_rule(rule);
  EXPECT_TRUE(zone) << rule;
  const auto time = parse_bound(text, TimeEdge::kSince, clock_in(*zone, 0));
  return time ? format_iso(*time).substr(0, 16) : time.error().message;
}

TEST(TimeBounds, DaysBeginWhereTheClocksOfTheZoneSaySo) {
  constexpr const char* kBerlin = "CET-1CEST,M3.5.0,M10.5.0/3";
  EXPECT_EQ(since(kBerlin, "2026-01-31"), "2026-01-30T23:00");
  EXPECT_EQ(since(kBerlin, "2026-03-29"), "2026-03-28T23:00");  // a day of 23 hours
  EXPECT_EQ(since(kBerlin, "2026-03-30"), "2026-03-29T22:00");
  EXPECT_EQ(since(kBerlin, "2026-10-25"), "2026-10-24T22:00");  // a day of 25 hours
  EXPECT_EQ(since(kBerlin, "2026-10-26"), "2026-10-25T23:00");
}

TEST(TimeBounds, TimesThatClocksSkipOrShowTwice) {
  constexpr const char* kBerlin = "CET-1CEST,M3.5.0,M10.5.0/3";
  EXPECT_EQ(since(kBerlin, "2026-03-29T02:30"), "2026-03-29T01:30");  // 03:30 there
  EXPECT_EQ(since(kBerlin, "2026-10-25T02:30"), "2026-10-25T00:30");  // the first of the two
}

TEST(TimeBounds, ADayWithoutAMidnightBeginsWithTheChange) {
  constexpr const char* kBrazil = "<-03>3<-02>,M10.3.0/0,M2.3.0/0";
  EXPECT_EQ(since(kBrazil, "2018-10-21"), "2018-10-21T03:00");  // 01:00 is its first hour
  EXPECT_EQ(since(kBrazil, "2018-02-18"),
            "2018-02-18T03:00");  // midnight comes once, after 23:59 twice
}

}  // namespace
}  // namespace clew
