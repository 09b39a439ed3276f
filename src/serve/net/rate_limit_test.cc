// SPDX-License-Identifier: MIT

#include "serve/net/rate_limit.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

using std::chrono::milliseconds;

TEST(RateLimit, GivesSomeAtOnceAndThenOneInATime) {
  RateLimit limit(3, milliseconds(100));
  const auto began = RateLimit::Clock::now();
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take("ann", began));
  EXPECT_FALSE(limit.take("ann", began));
  EXPECT_EQ(limit.wait("ann", began), milliseconds(100));
  EXPECT_TRUE(limit.take("bob", began)) << "others are not asked to wait";
  EXPECT_FALSE(limit.take("ann", began + milliseconds(99)));
  EXPECT_TRUE(limit.take("ann", began + milliseconds(100)));
  EXPECT_FALSE(limit.take("ann", began + milliseconds(150)));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take("ann", began + milliseconds(1000)));
  EXPECT_FALSE(limit.take("ann", began + milliseconds(1000)));
}

TEST(RateLimit, WhatIsGivenBackCanBeTakenAgain) {
  RateLimit limit(2, milliseconds(100));
  const auto now = RateLimit::Clock::now();
  for (int i = 0; i < 10; ++i) {
    EXPECT_TRUE(limit.take("ann", now));
    limit.give_back("ann");
  }
  EXPECT_TRUE(limit.take("ann", now));
  EXPECT_TRUE(limit.take("ann", now));
  EXPECT_FALSE(limit.take("ann", now));
  limit.give_back("bob");  // who took nothing
  EXPECT_TRUE(limit.take("bob", now));
}

TEST(RateLimit, HoldsABoundedNumber) {
  RateLimit limit(1, milliseconds(1000));
  const auto now = RateLimit::Clock::now();
  for (int i = 0; i < 50'000; ++i) EXPECT_TRUE(limit.take(std::to_string(i), now));
  EXPECT_FALSE(limit.has("49999", now));
}

}  // namespace
}  // namespace clew
