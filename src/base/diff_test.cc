// SPDX-License-Identifier: MIT

#include "base/diff.h"

#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace clew {
namespace {

using Lines = std::vector<std::string>;

// Applies hunks to `before` as patch(1) would, checking every line it touches.
std::string patched(const std::string& before, const Lines& diff) {
  Lines old;
  for (std::size_t at = 0; at < before.size();) {
    const std::size_t end = before.find('\n', at);
    old.push_back(before.substr(at, end - at));
    at = end + 1;
  }
  std::string out;
  std::size_t at = 0;
  for (const std::string& line : diff) {
    if (line.starts_with("@@ -")) {
      std::size_t start = std::stoul(line.substr(4));
      const bool none = line.substr(4, line.find(" +") - 4).ends_with(",0");
      start -= none ? 0 : 1;
      while (at < start) out += old[at++] + "\n";
    } else if (line[0] == '+') {
      out += line.substr(1) + "\n";
    } else {
      EXPECT_LT(at, old.size());
      if (at >= old.size()) return "out of step";
      EXPECT_EQ(line.substr(1), old[at]);
      if (line[0] == ' ') out += old[at] + "\n";
      ++at;
    }
  }
  while (at < old.size()) out += old[at++] + "\n";
  return out;
}

TEST(UnifiedDiff, IsEmptyForEqualTexts) { EXPECT_TRUE(unified_diff("a\nb\n", "a\nb\n").empty()); }

TEST(UnifiedDiff, ShowsAChangeWithItsSurroundings) {
  EXPECT_EQ(unified_diff("1\n2\n3\n4\n5\n6\n7\n8\n9\n", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n", 2),
            (Lines{"@@ -3,5 +3,5 @@", " 3", " 4", "-5", "+five", " 6", " 7"}));
}

TEST(UnifiedDiff, ChangesThatShareTheirSurroundingsShareAHunk) {
  const auto hunks = [](int apart, int context) {
    std::string same;
    for (int i = 0; i < apart; ++i) same += std::to_string(i) + "\n";
    const Lines diff = unified_diff("a\n" + same + "b\n", "A\n" + same + "B\n", context);
    return std::count_if(diff.begin(), diff.end(),
                         [](const std::string& line) { return line.starts_with("@@"); });
  };
  for (int context = 0; context < 5; ++context) {
    EXPECT_EQ(hunks(2 * context, context), 1) << context;
    EXPECT_EQ(hunks(2 * context + 1, context), 2) << context;
  }
}

TEST(UnifiedDiff, StartsAndEndsWithNothing) {
  EXPECT_EQ(unified_diff("", "a\n"), (Lines{"@@ -0,0 +1 @@", "+a"}));
  EXPECT_EQ(unified_diff("a\n", ""), (Lines{"@@ -1 +0,0 @@", "-a"}));
}

TEST(UnifiedDiff, PatchingGivesTheOtherText) {
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const auto text = [&] {
      std::string lines;
      for (auto n = random() % 30; n > 0; --n)
        lines += std::string(1, static_cast<char>('a' + random() % 4)) + "\n";
      return lines;
    };
    const std::string before = text();
    const std::string after = text();
    ASSERT_EQ(patched(before, unified_diff(before, after, static_cast<int>(random() % 4))), after)
        << before << "->\n"
        << after;
  }
}

TEST(UnifiedDiff, GivesUpOnHugeDifferencesButStaysRight) {
  std::string before, after;
  for (int i = 0; i < 5000; ++i) {
    before += "x" + std::to_string(i) + "\n";
    after += "y" + std::to_string(i) + "\n";
  }
  EXPECT_EQ(patched(before, unified_diff(before, after)), after);
}

}  // namespace
}  // namespace clew
