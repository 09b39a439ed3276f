// SPDX-License-Identifier: MIT
#include "redact/keyword_finder.h"

#include <cstdint>
#include <set>

#include <gtest/gtest.h>

namespace clew::redact {
namespace {

std::vector<std::pair<std::size_t, std::size_t>> hits(const std::vector<std::string>& words,
                                                      std::string_view text) {
  std::vector<std::pair<std::size_t, std::size_t>> out;
  KeywordFinder(words).scan(
      text, [&](std::size_t word, std::size_t end) { out.emplace_back(word, end); });
  return out;
}

TEST(KeywordFinder, FindsWordsInsideOfEachOther) {
  const std::vector<std::pair<std::size_t, std::size_t>> all = {{0, 4}, {1, 4}};
  EXPECT_EQ(hits({"she", "he", "hers"}, "uSHe"), all);
  EXPECT_EQ(hits({"she", "he", "hers"}, "hers").size(), 2U);
}

TEST(KeywordFinder, AgreesWithASimpleSearch) {
  const std::vector<std::string> words = {"a", "ab",  "bab", "bc",          "bca",
                                          "c", "caa", "",    "\xE5\xAF\x86"};
  std::uint64_t state = 5;
  for (int round = 0; round < 200; ++round) {
    std::string text;
    for (int i = 0; i < 40; ++i) {
      state = state * 6364136223846793005ULL + 1;
      text += "abcABx\xE5\xAF\x86"[(state >> 40U) % 9];
    }
    std::multiset<std::pair<std::size_t, std::size_t>> simple;
    std::string low = text;
    for (char& c : low) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
    for (std::size_t w = 0; w < words.size(); ++w) {
      for (std::size_t at = 0;
           !words[w].empty() && (at = low.find(words[w], at)) != std::string::npos; ++at) {
        simple.emplace(w, at + words[w].size());
      }
    }
    const auto found = hits(words, text);
    std::multiset<std::pair<std::size_t, std::size_t>> any_order;
    KeywordFinder(words).scan_any_order(
        text, [&](std::size_t w, std::size_t end) { any_order.emplace(w, end); });
    EXPECT_EQ(any_order, simple) << text;
    EXPECT_EQ((std::multiset<std::pair<std::size_t, std::size_t>>(found.begin(), found.end())),
              simple)
        << text;
  }
}

}  // namespace
}  // namespace clew::redact
