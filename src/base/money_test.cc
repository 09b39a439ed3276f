// SPDX-License-Identifier: MIT
#include "base/money.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Money, ReadsDollarsToTheNearestNano) {
  EXPECT_EQ(nano_usd(0), 0);
  EXPECT_EQ(nano_usd(0.0011194), 1'119'400);
  EXPECT_EQ(nano_usd(0.00028294999999999997), 282'950);  // as the CLI writes it
  EXPECT_EQ(nano_usd(12.5), 12'500'000'000);
}

TEST(Money, RefusesWhatIsNoAmount) {
  EXPECT_EQ(nano_usd(-0.01), std::nullopt);
  EXPECT_EQ(nano_usd(std::nan("")), std::nullopt);
  EXPECT_EQ(nano_usd(std::numeric_limits<double>::infinity()), std::nullopt);
  EXPECT_EQ(nano_usd(1e300), std::nullopt);
}

TEST(Money, WritesAllFiguresAndNoMore) {
  EXPECT_EQ(exact_usd(0), "0");
  EXPECT_EQ(exact_usd(1), "0.000000001");
  EXPECT_EQ(exact_usd(1'119'400), "0.0011194");
  EXPECT_EQ(exact_usd(12'000'000'000), "12");
  EXPECT_EQ(exact_usd(-3'500'000'000), "-3.5");
  EXPECT_EQ(exact_usd(std::numeric_limits<NanoUsd>::min()), "-9223372036.854775808");
}

TEST(Money, RoundsForPeople) {
  EXPECT_EQ(human_usd(0), "$0.00");
  EXPECT_EQ(human_usd(1'119'400), "$0.0011");
  EXPECT_EQ(human_usd(9'999'999), "$0.0100");
  EXPECT_EQ(human_usd(12'345'000'000), "$12.35");
  EXPECT_EQ(human_usd(1'234'500'000'000), "$1,234.50");
  EXPECT_EQ(human_usd(-2'000'000'000), "-$2.00");
  EXPECT_EQ(cents_usd(1'119'400), "$0.00");
  EXPECT_EQ(cents_usd(-1'119'400), "$0.00");
  EXPECT_EQ(cents_usd(999'995'000'000), "$1,000.00");
}

}  // namespace
}  // namespace clew
