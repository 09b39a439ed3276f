// SPDX-License-Identifier: MIT
#include "usage/periods.h"

#include <gtest/gtest.h>

#include "base/time.h"

namespace clew {
namespace {

DayNumber day(const char* text) { return *parse_time(text) / 86'400'000; }

TEST(Periods, NamesThem) {
  EXPECT_EQ(period_name(PeriodKind::kDay, day("2026-01-05")), "2026-01-05");
  EXPECT_EQ(period_name(PeriodKind::kMonth, day("2026-01-31")), "2026-01");
  EXPECT_EQ(period_name(PeriodKind::kWeek, day("2026-01-05")), "2026-W02");
}

TEST(Periods, WeeksAreThoseOfIso8601) {
  const auto week = [](const char* text) { return period_name(PeriodKind::kWeek, day(text)); };
  EXPECT_EQ(week("2024-12-29"), "2024-W52");
  EXPECT_EQ(week("2024-12-30"), "2025-W01");
  EXPECT_EQ(week("2020-12-31"), "2020-W53");
  EXPECT_EQ(week("2021-01-03"), "2020-W53");
  EXPECT_EQ(week("2021-01-04"), "2021-W01");
  EXPECT_EQ(week("2026-12-31"), "2026-W53");
  EXPECT_EQ(week("1969-12-28"), "1969-W52");
  EXPECT_EQ(date_text(first_day(PeriodKind::kWeek, day("2026-01-01"))), "2025-12-29");
  EXPECT_EQ(date_text(last_day(PeriodKind::kWeek, day("2026-01-01"))), "2026-01-04");
}

TEST(Periods, MonthsHaveTheirLengths) {
  EXPECT_EQ(date_text(last_day(PeriodKind::kMonth, day("2024-02-10"))), "2024-02-29");
  EXPECT_EQ(date_text(last_day(PeriodKind::kMonth, day("2025-02-28"))), "2025-02-28");
  EXPECT_EQ(date_text(last_day(PeriodKind::kMonth, day("2026-12-31"))), "2026-12-31");
  EXPECT_EQ(date_text(first_day(PeriodKind::kMonth, day("2026-12-31"))), "2026-12-01");
}

}  // namespace
}  // namespace clew
