// SPDX-License-Identifier: MIT
#include "catalog/list/list_cursor.h"

#include <limits>

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(ListCursor, ComesBackAsItWas) {
  for (const std::string id : {"", "a", "ab", "abc", "\xff\xfe", "0f3c-…"}) {
    const ListPlace place{-42, id, "-home-x", "/r"};
    const std::string cursor = to_cursor('u', place);
    EXPECT_EQ(cursor.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                       "0123456789-_"),
              std::string::npos);
    const auto back = from_cursor('u', cursor);
    ASSERT_TRUE(back);
    EXPECT_EQ(back->value, -42);
    EXPECT_EQ(back->id, id);
    EXPECT_EQ(back->key, "-home-x");
    EXPECT_EQ(back->root, "/r");
  }
}

TEST(ListCursor, RefusesWhatIsNone) {
  const std::string cursor = to_cursor('u', {1, "a", "b", "c"});
  EXPECT_FALSE(from_cursor('s', cursor));
  EXPECT_FALSE(from_cursor('u', ""));
  EXPECT_FALSE(from_cursor('u', "!" + cursor));
  EXPECT_FALSE(from_cursor('u', "dXh4"));  // "uxx"
}

TEST(ListSortKey, PutsLargeFirstThenSortsByName) {
  constexpr std::int64_t kLeast = std::numeric_limits<std::int64_t>::min();
  EXPECT_LT(sort_key(2, "z", "", ""), sort_key(1, "a", "", ""));
  EXPECT_LT(sort_key(1, "z", "", ""), sort_key(kLeast, "a", "", ""));
  EXPECT_LT(sort_key(1, "a", "", ""), sort_key(1, "b", "", ""));
  EXPECT_LT(sort_key(1, "a", "k", ""), sort_key(1, "a", "l", ""));
  EXPECT_LT(sort_key(1, "a", "k", "/1"), sort_key(1, "a", "k", "/2"));
}

}  // namespace
}  // namespace clew
