// SPDX-License-Identifier: MIT
#include "base/uuid.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(IsUuid, TakesBothCases) {
  EXPECT_TRUE(is_uuid("0f3069b1-d1ea-47e8-84ba-f228aa3960ef"));
  EXPECT_TRUE(is_uuid("0F3069B1-D1EA-47E8-84BA-F228AA3960EF"));
  EXPECT_FALSE(is_uuid("0f3069b1-d1ea-47e8-84ba-f228aa3960e"));
  EXPECT_FALSE(is_uuid("0f3069b1xd1ea-47e8-84ba-f228aa3960ef"));
  EXPECT_FALSE(is_uuid("gf3069b1-d1ea-47e8-84ba-f228aa3960ef"));
  EXPECT_FALSE(is_uuid(""));
}

TEST(MakeUuid, IsOneOfVersionFourAndNeverTheSame) {
  const std::string one = make_uuid();
  EXPECT_TRUE(is_uuid(one)) << one;
  EXPECT_EQ(one[14], '4');
  EXPECT_NE(std::string("89ab").find(one[19]), std::string::npos) << one;
  EXPECT_NE(one, make_uuid());
}

}  // namespace
}  // namespace clew
