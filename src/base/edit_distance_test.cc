// SPDX-License-Identifier: MIT
#include "base/edit_distance.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(EditDistance, CountsChanges) {
  EXPECT_EQ(edit_distance("", "", 9), 0);
  EXPECT_EQ(edit_distance("kitten", "sitting", 9), 3);
  EXPECT_EQ(edit_distance("abc", "", 9), 3);
  EXPECT_EQ(edit_distance("abcdef", "uvwxyz", 3), 3);
}

TEST(EditDistance, FindsTheNearestName) {
  constexpr std::string_view kNames[] = {"show", "search", "list", "limit", "hide"};
  EXPECT_EQ(nearest_name("shwo", kNames), "show");
  EXPECT_EQ(nearest_name("serach", kNames), "search");
  EXPECT_EQ(nearest_name("limti", kNames), "limit");
  EXPECT_EQ(nearest_name("lst", kNames), "list");
  EXPECT_EQ(nearest_name("frobnicate", kNames), "");
  EXPECT_EQ(nearest_name("", kNames), "");
}

}  // namespace
}  // namespace clew
