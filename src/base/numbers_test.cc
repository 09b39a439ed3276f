// SPDX-License-Identifier: MIT
#include "base/numbers.h"

#include <limits>

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr std::int64_t kMin = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();

struct Case {
  std::int64_t number;
  const char* text;
};

TEST(HumanBytes, KeepsThreeFiguresAndNeverShowsAThousand) {
  for (const auto& [number, text] : {
           Case{0, "0 B"},
           Case{999, "999 B"},
           Case{1'000, "1.0 kB"},
           Case{1'049, "1.0 kB"},
           Case{1'050, "1.1 kB"},
           Case{9'949, "9.9 kB"},
           Case{99'949, "99.9 kB"},
           Case{99'950, "100 kB"},
           Case{123'456, "123 kB"},
           Case{999'499, "999 kB"},
           Case{999'500, "1.0 MB"},
           Case{1'500'000, "1.5 MB"},
           Case{12'345'678'901, "12.3 GB"},
           Case{-1'500, "-1.5 kB"},
           Case{kMax, "9.2 EB"},
           Case{kMin, "-9.2 EB"},
       }) {
    EXPECT_EQ(human_bytes(number), text) << number;
  }
}

TEST(HumanCount, EndsAtItsLargestUnit) {
  for (const auto& [number, text] : {
           Case{0, "0"},
           Case{42, "42"},
           Case{1'234, "1.2k"},
           Case{56'789, "56.8k"},
           Case{999'999, "1.0M"},
           Case{3'400'000'000, "3.4B"},
           Case{-2'000, "-2.0k"},
           Case{1'234'000'000'000'000, "1234T"},
           Case{kMax, "9223372T"},
       }) {
    EXPECT_EQ(human_count(number), text) << number;
  }
}

TEST(Counted, SaysOneOfOne) {
  EXPECT_EQ(counted(0, "file"), "0 files");
  EXPECT_EQ(counted(1, "file"), "1 file");
  EXPECT_EQ(counted(1234, "file"), "1,234 files");
}

TEST(WithThousands, GroupsByThree) {
  for (const auto& [number, text] : {
           Case{0, "0"},
           Case{999, "999"},
           Case{1'000, "1,000"},
           Case{12'345, "12,345"},
           Case{123'456, "123,456"},
           Case{1'234'567, "1,234,567"},
           Case{-999, "-999"},
           Case{-1'000, "-1,000"},
           Case{-123'456, "-123,456"},
           Case{kMax, "9,223,372,036,854,775,807"},
           Case{kMin, "-9,223,372,036,854,775,808"},
       }) {
    EXPECT_EQ(with_thousands(number), text) << number;
  }
}

}  // namespace
}  // namespace clew
