// SPDX-License-Identifier: MIT
#include "catalog/layout/own_paths.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(OwnPaths, FollowTheEnvironment) {
  const auto home = find_own_paths(std::nullopt, std::nullopt, "/home/u");
  ASSERT_TRUE(home);
  EXPECT_EQ(home->facts_cache(), "/home/u/.cache/clew/facts-v1");
  EXPECT_EQ(home->hidden(), "/home/u/.local/share/clew/hidden.json");
  const auto both = find_own_paths("/c", "/d", std::nullopt);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->cache, "/c/clew");
  EXPECT_EQ(both->trash(), "/d/clew/trash");
  EXPECT_EQ(find_own_paths("relative", "", "/h")->cache, "/h/.cache/clew");
  EXPECT_FALSE(find_own_paths("/c", std::nullopt, std::nullopt));
}

}  // namespace
}  // namespace clew
