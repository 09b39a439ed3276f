// SPDX-License-Identifier: MIT
//
// js_sort.h against what node did with the same lists (test/data/make_js_sort.mjs, which must make
// the same random numbers as this file).

#include "transcript/js_sort.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

constexpr std::uint32_t kHashes[] = {
#include "transcript/testdata/js_sort.inc"
};

class Random {
 public:
  explicit Random(std::uint32_t seed) : state_(seed) {}
  int next(int limit) {
    state_ = state_ * 1664525u + 1013904223u;
    return static_cast<int>((state_ >> 8) % static_cast<std::uint32_t>(limit));
  }

 private:
  std::uint32_t state_;
};

struct Item {
  int id;
  double time;
};

double make_time(int shape, int i, int n, Random& random) {
  switch (shape) {
    case 0:
      return random.next(1000000);
    case 1:
      return i * 3 + random.next(4);
    case 2:
      return (n - i) * 3 + random.next(4);
    case 3:
      return (i % 37) * 10 + random.next(5);
    case 4:
      return 2 * i < n ? i * 2 : i;
    case 5:
      return std::floor(i / 20.0) * (i % 2 == 0 ? 1 : 7) + random.next(2);
    default:
      return random.next(8);
  }
}

std::vector<Item> make_list(std::uint32_t seed) {
  Random random(seed);
  const int n = 1 + random.next(seed % 10 == 0 ? 1500 : 400);
  const int shape = random.next(7);
  const int nan_percent = random.next(4) == 0 ? random.next(3) : 10 + random.next(41);
  std::vector<Item> list;
  for (int i = 0; i < n; ++i) {
    const double time = make_time(shape, i, n, random);
    list.push_back({i, random.next(100) < nan_percent ? NAN : time});
  }
  return list;
}

std::uint32_t hash(const std::vector<Item>& list) {
  std::uint32_t h = 2166136261u;
  for (const Item& item : list) {
    h = (h ^ static_cast<std::uint32_t>(item.id & 255)) * 16777619u;
    h = (h ^ static_cast<std::uint32_t>(item.id >> 8)) * 16777619u;
  }
  return h;
}

// What Array.prototype.sort makes of the result of a comparison function.
double newest_first(const Item& a, const Item& b) {
  const double order = b.time - a.time;
  return std::isnan(order) ? 0 : order;
}

TEST(JsSort, DoesWhatNodeDid) {
  int wrong = 0;
  std::uint32_t seed = 1;
  for (const std::uint32_t expected : kHashes) {
    std::vector<Item> list = make_list(seed);
    js_sort(list, newest_first);
    if (hash(list) != expected) {
      ++wrong;
      EXPECT_LE(wrong, 5) << "seed " << seed << ", " << list.size() << " items";
    }
    ++seed;
  }
  EXPECT_EQ(wrong, 0) << "of " << std::size(kHashes);
}

// Only the first item is ever used, so a rule that finds it alone would do. These are the obvious
// ones, and each is wrong for a quarter of these lists or more: which item comes first depends on
// the merges. (Of the 36 sessions with such times that the real programs were asked
// about, they miss 15, 10 and 5.)
TEST(JsSort, NoSimpleRuleFindsTheFirst) {
  const auto newest_valid = [](const std::vector<Item>& list) {
    const Item* best = &list.front();
    for (const Item& item : list) {
      if (std::isnan(best->time) || item.time > best->time) best = &item;
    }
    return best->id;
  };
  const auto scanned = [](const std::vector<Item>& list) {
    const Item* best = &list.front();
    for (const Item& item : list) {
      if (newest_first(item, *best) < 0) best = &item;
    }
    return best->id;
  };
  const auto inserted = [](const std::vector<Item>& list) {
    std::vector<Item> sorted;
    for (const Item& item : list) {
      const auto before = [](const Item& a, const Item& b) { return newest_first(a, b) < 0; };
      sorted.insert(std::upper_bound(sorted.begin(), sorted.end(), item, before), item);
    }
    return sorted.front().id;
  };
  int lists = 0;
  int wrong[3] = {};
  for (std::uint32_t seed = 1; seed <= 600; ++seed) {
    const std::vector<Item> list = make_list(seed);
    std::vector<Item> sorted = list;
    js_sort(sorted, newest_first);
    ++lists;
    wrong[0] += newest_valid(list) != sorted.front().id;
    wrong[1] += scanned(list) != sorted.front().id;
    wrong[2] += inserted(list) != sorted.front().id;
  }
  for (const int one : wrong) EXPECT_GT(one, lists / 5);
}

TEST(JsSort, SortsAndIsStable) {
  std::vector<Item> list;
  list.reserve(5000);
  for (int i = 0; i < 5000; ++i) list.push_back({i, static_cast<double>(i * 7919 % 97)});
  js_sort(list, newest_first);
  for (std::size_t i = 1; i < list.size(); ++i) {
    ASSERT_GE(list[i - 1].time, list[i].time);
    if (list[i - 1].time == list[i].time) {
      ASSERT_LT(list[i - 1].id, list[i].id);
    }
  }
}

TEST(JsSort, LeavesNothingAndOneAlone) {
  std::vector<Item> list;
  js_sort(list, newest_first);
  EXPECT_TRUE(list.empty());
  list.push_back({7, NAN});
  js_sort(list, newest_first);
  EXPECT_EQ(list[0].id, 7);
}

// A comparison without any sense must lose no item and end.
TEST(JsSort, KeepsAllItemsWhateverTheComparisonSays) {
  for (std::uint32_t seed = 1; seed <= 300; ++seed) {
    std::vector<Item> list = make_list(seed);
    const std::size_t count = list.size();
    Random random(seed);
    js_sort(list, [&](const Item&, const Item&) { return random.next(3) - 1; });
    std::vector<bool> seen(count, false);
    for (const Item& item : list) {
      ASSERT_FALSE(seen[static_cast<std::size_t>(item.id)]) << seed;
      seen[static_cast<std::size_t>(item.id)] = true;
    }
    ASSERT_EQ(list.size(), count);
  }
}

}  // namespace
}  // namespace clew
