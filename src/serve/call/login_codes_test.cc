// SPDX-License-Identifier: MIT

#include "serve/call/login_codes.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

using namespace std::chrono_literals;

bool yes() { return true; }

TEST(LoginCodes, AreGoodOnceAndSoon) {
  LoginCodes codes;
  const LoginCodes::Clock::time_point now;
  const std::string first = *codes.make(now);
  const std::string second = *codes.make(now);
  EXPECT_NE(first, second);
  EXPECT_TRUE(codes.redeem(first, now + 59s, yes));
  EXPECT_FALSE(codes.redeem(first, now + 59s, yes));
  EXPECT_FALSE(codes.redeem(second, now + 60s, yes));
  EXPECT_FALSE(codes.redeem("", now, yes));
}

TEST(LoginCodes, AreFewAtATime) {
  LoginCodes codes;
  const LoginCodes::Clock::time_point now;
  const std::string oldest = *codes.make(now);
  std::string newest;
  for (std::size_t i = 0; i < LoginCodes::kMost; ++i) newest = *codes.make(now);
  EXPECT_FALSE(codes.redeem(oldest, now, yes));
  EXPECT_TRUE(codes.redeem(newest, now, yes));
}

}  // namespace
}  // namespace clew
