// SPDX-License-Identifier: MIT

#include "base/small_list.h"

#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

std::vector<int> values(const SmallList<int>& list) { return {list.begin(), list.end()}; }

SmallList<int> up_to(int last) {
  SmallList<int> list;
  for (int i = 1; i <= last; ++i) list.push_back(i);
  return list;
}

TEST(SmallList, IsAsSmallAsTwoPointers) { EXPECT_EQ(sizeof(SmallList<int>), 2 * sizeof(void*)); }

TEST(SmallList, HoldsWhatWasAdded) {
  EXPECT_TRUE(SmallList<int>().empty());
  for (int count = 1; count < 40; ++count) {
    const SmallList<int> list = up_to(count);
    ASSERT_EQ(list.size(), static_cast<std::uint32_t>(count));
    EXPECT_EQ(list.front(), 1);
    EXPECT_EQ(list.back(), count);
    for (int i = 0; i < count; ++i) ASSERT_EQ(list[static_cast<std::size_t>(i)], i + 1);
  }
}

TEST(SmallList, CopiesAndMovesShortAndLongOnes) {
  for (const int count : {0, 1, 2, 3, 9}) {
    const SmallList<int> list = up_to(count);
    SmallList<int> copy = list;
    copy.push_back(7);
    EXPECT_EQ(values(list), values(up_to(count)));
    EXPECT_EQ(copy.size(), list.size() + 1);
    SmallList<int> taken = up_to(5);
    taken = std::move(copy);
    EXPECT_EQ(taken.size(), list.size() + 1);
    EXPECT_EQ(taken.back(), 7);
    taken = list;
    EXPECT_EQ(values(taken), values(list));
  }
}

}  // namespace
}  // namespace clew
