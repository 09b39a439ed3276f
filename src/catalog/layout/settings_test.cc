// SPDX-License-Identifier: MIT
#include "catalog/layout/settings.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

std::int64_t period(const std::string& settings) {
  MemoryFileSystem files;
  files.add_file("/r/settings.json", settings);
  return cleanup_period_days(files, "/r");
}

TEST(CleanupPeriod, IsReadFromTheSettings) {
  EXPECT_EQ(period(R"({"cleanupPeriodDays":7})"), 7);
  EXPECT_EQ(period(R"({"cleanupPeriodDays":0})"), 0);
  EXPECT_EQ(period(R"({"cleanupPeriodDays":99999})"), 99999);
}

TEST(CleanupPeriod, IsThirtyDaysOtherwise) {
  EXPECT_EQ(cleanup_period_days(MemoryFileSystem(), "/r"), 30);
  EXPECT_EQ(period("{}"), 30);
  EXPECT_EQ(period("{broken"), 30);
  EXPECT_EQ(period(R"({"cleanupPeriodDays":"7"})"), 30);
  EXPECT_EQ(period(R"({"cleanupPeriodDays":-1})"), 30);
}

TEST(DaysLeft, CountsWholeDays) {
  const std::int64_t changed = 100 * kDayMs;
  EXPECT_EQ(days_left(changed * 1'000'000, changed, 30), 30);
  EXPECT_EQ(days_left(changed * 1'000'000, changed + 1, 30), 29);
  EXPECT_EQ(days_left(changed * 1'000'000, changed + 30 * kDayMs, 30), 0);
  EXPECT_EQ(days_left(changed * 1'000'000, changed + 90 * kDayMs, 30), 0);
  EXPECT_EQ(days_left(changed * 1'000'000, changed - 5 * kDayMs, 30), 35);  // a skewed clock
  EXPECT_GT(days_left(INT64_MAX, changed, 1'000'000), 0);
}

}  // namespace
}  // namespace clew
