// SPDX-License-Identifier: MIT
#include "transcript/usage_filter.h"

#include <random>
#include <string>

#include <gtest/gtest.h>

namespace clew {
namespace {

// The rule, spelled out.
bool simple(std::string_view line) {
  if (line.find("\"usage\"") != std::string_view::npos) return true;
  if (line.starts_with("{\"type\":\"cost-state\"")) return true;
  for (std::size_t at = 0; at + 5 <= line.size(); ++at) {
    const std::string_view piece = line.substr(at, 5);
    if (piece == "\\u006" || piece == "\\u007") return true;
  }
  return false;
}

TEST(UsageFilter, SeesTheMemberAtEveryPlace) {
  for (std::size_t size = 0; size < 300; size += 1 + size / 100) {
    for (const std::string_view needle : {"\"usage\"", "\\u0075", "\\u0061"}) {
      for (std::size_t at = 0; at <= size; at += 1 + size / 40) {
        std::string line(size, 'x');
        line.insert(at, needle);
        ASSERT_TRUE(may_hold_usage(line)) << size << " " << at;
      }
    }
  }
}

TEST(UsageFilter, PassesOverWhatOnlySpeaksOfUsage) {
  const std::string padding(100, ' ');
  for (const std::string_view text :
       {"", "usage", "\\\"usage\\\"", "\"usages\"", "\"usag\"", "\"modelUsage\"", "\\u2265\\u001b",
        "\\u00e9", "\"u...g", "\"ux..g.\""}) {
    EXPECT_FALSE(may_hold_usage(text)) << text;
    EXPECT_FALSE(may_hold_usage(padding + std::string(text) + padding)) << text;
  }
}

TEST(UsageFilter, CutNeedlesAreNone) {
  const std::string whole = "\"usage\"";
  for (std::size_t size = 0; size < whole.size(); ++size) {
    for (std::size_t before = 0; before < 140; ++before) {
      EXPECT_FALSE(may_hold_usage(std::string(before, ' ') + whole.substr(0, size)));
    }
  }
}

TEST(UsageFilter, SeesCostStates) {
  EXPECT_TRUE(may_hold_usage(R"({"type":"cost-state","totalCostUSD":1})"));
  EXPECT_FALSE(may_hold_usage(R"({"type":"user","a":"cost-state"})"));
}

// Texts of just the letters that matter hit every way through the loop.
TEST(UsageFilter, IsTheSimpleRule) {
  std::mt19937 random(1);
  const std::string letters = "\"\\usage0067\x80";
  for (int round = 0; round < 40'000; ++round) {
    std::string line(random() % 200, ' ');
    for (char& c : line) c = letters[random() % letters.size()];
    ASSERT_EQ(may_hold_usage(line), simple(line)) << line;
  }
}

}  // namespace
}  // namespace clew
