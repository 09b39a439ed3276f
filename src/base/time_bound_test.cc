// SPDX-License-Identifier: MIT
#include "base/time_bound.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

// Two hours east of Greenwich, on 2026-03-10 at noon UTC.
const LocalClock kClock{*parse_time("2026-03-10T12:00Z"),
                        [](TimeMs local) { return local - 2 * kHourMs; }};

std::string bound(std::string_view text, TimeEdge edge) {
  const auto time = parse_bound(text, edge, kClock);
  return time ? format_iso(*time).substr(0, 16) : time.error().message;
}
std::string since(std::string_view text) { return bound(text, TimeEdge::kSince); }
std::string until(std::string_view text) { return bound(text, TimeEdge::kUntil); }

TEST(TimeBound, SpansEndNow) {
  EXPECT_EQ(since("90m"), "2026-03-10T10:30");
  EXPECT_EQ(since("12h"), "2026-03-10T00:00");
  EXPECT_EQ(since("7d"), "2026-03-03T12:00");
  EXPECT_EQ(until("2w"), "2026-02-24T12:00");
  EXPECT_EQ(since("1y"), "2025-03-10T12:00");
}

// It is a Tuesday, and 14 o'clock here.
TEST(TimeBound, DaysHaveNames) {
  EXPECT_EQ(since("today"), "2026-03-09T22:00");
  EXPECT_EQ(until("Today"), "2026-03-10T22:00");
  EXPECT_EQ(since("yesterday"), "2026-03-08T22:00");
  EXPECT_EQ(until("yesterday"), "2026-03-09T22:00");
  EXPECT_EQ(since("monday"), "2026-03-08T22:00");
  EXPECT_EQ(since("tuesday"), "2026-03-09T22:00");
  EXPECT_EQ(since("wed"), "2026-03-03T22:00");
  EXPECT_EQ(until("sunday"), "2026-03-08T22:00");
  // Here it is tomorrow already.
  const LocalClock late{*parse_time("2026-03-10T23:00Z"), kClock.utc_of};
  EXPECT_EQ(format_iso(*parse_bound("today", TimeEdge::kSince, late)).substr(0, 16),
            "2026-03-10T22:00");
  const LocalClock west{*parse_time("2026-03-10T03:00Z"),
                        [](TimeMs local) { return local + 5 * kHourMs; }};
  EXPECT_EQ(format_iso(*parse_bound("today", TimeEdge::kSince, west)).substr(0, 16),
            "2026-03-09T05:00");
}

TEST(TimeBound, ADateWithoutAZoneIsLocalAndMeantToItsEnd) {
  EXPECT_EQ(since("2026-01-31"), "2026-01-30T22:00");
  EXPECT_EQ(until("2026-01-31"), "2026-01-31T22:00");
  EXPECT_EQ(until("20260131"), "2026-01-31T22:00");
  EXPECT_EQ(since("2026-02"), "2026-01-31T22:00");
  EXPECT_EQ(until("2026-02"), "2026-02-28T22:00");
  EXPECT_EQ(until("2024-02"), "2024-02-29T22:00");
  EXPECT_EQ(until("2026-12"), "2026-12-31T22:00");
  EXPECT_EQ(since("2026"), "2025-12-31T22:00");
  EXPECT_EQ(until("2024"), "2024-12-31T22:00");
}

TEST(TimeBound, ATimeIsAMomentLocalUnlessItNamesAZone) {
  EXPECT_EQ(since("2026-01-31T09:00"), "2026-01-31T07:00");
  EXPECT_EQ(until("2026-01-31 09:00"), "2026-01-31T07:00");
  EXPECT_EQ(until("2026-01-31T09:00Z"), "2026-01-31T09:00");
  EXPECT_EQ(since("2026-01-31T09:00-03:00"), "2026-01-31T12:00");
}

TEST(TimeBound, OtherTextsAreNoTimes) {
  for (const char* text : {"", "soon", "7", "7x", "-7d", "100000d", "2026-02-30", "2026-13", "31",
                           "2026-1-1", "2026-01-31T", "09:00", "7d "}) {
    EXPECT_EQ(since(text), "\"" + std::string(text) +
                               "\" is no time: give today, yesterday, monday, 90m, 12h, 7d, 2w, "
                               "1y, 2026-01-31 or 2026-01-31T09:00");
  }
}

TEST(TimeBound, WhatHasNoTimeLiesOnlyWithinNoBounds) {
  EXPECT_TRUE(TimeBounds().contain(kNoTime));
  EXPECT_FALSE((TimeBounds{.until = 5}.contain(kNoTime)));
  EXPECT_TRUE((TimeBounds{2, 5}.contain(2)));
  EXPECT_FALSE((TimeBounds{2, 5}.contain(5)));
}

}  // namespace
}  // namespace clew
