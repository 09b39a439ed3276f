// SPDX-License-Identifier: MIT
#include "base/short_ids.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ShortIds, AreAsLongAsTheyMustBe) {
  const ShortIds ids({"00000000-0000-4000-8000-000000000001",
                      "00000000-0000-4000-8000-000000000002", "00000000-1", "12345678-0000",
                      "12345678-0000", "123456789", "agent"});
  EXPECT_EQ("00000000-0000-4000-8000-000000000001", ids.of("00000000-0000-4000-8000-000000000001"));
  EXPECT_EQ("00000000-1", ids.of("00000000-1"));
  EXPECT_EQ("12345678-", ids.of("12345678-0000"));
  EXPECT_EQ("123456789", ids.of("123456789"));
  EXPECT_EQ("agent", ids.of("agent"));
  EXPECT_EQ("fedcba98", ids.of("fedcba9876"));
  EXPECT_EQ("fedcba98", ShortIds({}).of("fedcba9876"));
}

}  // namespace
}  // namespace clew
