// SPDX-License-Identifier: MIT
#include "base/result.h"

#include <memory>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(Result, HoldsAValue) {
  Result<int> result = 3;
  ASSERT_TRUE(result);
  EXPECT_TRUE(result.has_value());
  EXPECT_EQ(*result, 3);
}

TEST(Result, HoldsAnError) {
  const Result<int> result = Error{ErrorCode::kNotFound, "no such session"};
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(result.error().message, "no such session");
}

TEST(Result, GivesAwayWhatCannotBeCopied) {
  Result<std::unique_ptr<int>> result = std::make_unique<int>(7);
  ASSERT_TRUE(result);
  const std::unique_ptr<int> taken = *std::move(result);
  EXPECT_EQ(*taken, 7);
}

TEST(Result, OfNothingIsSuccessUnlessTold) {
  EXPECT_TRUE(Result<void>());
  const Result<void> failed = Error{ErrorCode::kIo, "disk"};
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "disk");
}

TEST(Error, GathersContextOnTheWayUp) {
  const Error error = with_context("reading a.jsonl", {ErrorCode::kBusy, "locked"});
  EXPECT_EQ(error.code, ErrorCode::kBusy);
  EXPECT_EQ(error.message, "reading a.jsonl: locked");
}

}  // namespace
}  // namespace clew
