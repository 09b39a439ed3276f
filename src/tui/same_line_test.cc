// SPDX-License-Identifier: MIT
#include "tui/same_line.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace clew::tui {
namespace {

using Lines = std::vector<std::string>;

TEST(SameLine, IsFoundInAnotherWidth) {
  std::string prose;
  for (int i = 0; i < 300; ++i) prose += "word" + std::to_string(i) + " ";
  const Lines narrow = wrap_to_width(prose, 40);
  const Lines wide = wrap_to_width(prose, 97);
  for (int line = 1; line < static_cast<int>(narrow.size()); ++line) {
    const auto at = static_cast<std::size_t>(same_line(narrow, line, wide));
    const std::string& first = narrow[static_cast<std::size_t>(line)];
    EXPECT_NE(wide[at].find(first.substr(0, first.find(' '))), std::string::npos) << line;
  }
}

TEST(SameLine, FramesAndLooksDoNotCount) {
  const Lines before = {"Claude", "  one two", "  \x1b[2m│\x1b[0m three four", "  │ five six"};
  const Lines now = {"Claude",   "  one",  "  two", "  ┃ three", "  ┃ \x1b[31mfour\x1b[0m",
                     "  ┃ five", "  ┃ six"};
  EXPECT_EQ(same_line(before, 2, now), 3);
  EXPECT_EQ(same_line(before, 3, now), 5);
}

TEST(SameLine, WhatIsFoldedAwayGivesTheNextThatIsShown) {
  const Lines all = {"Claude", "let me look", "Bash ls", "a.txt", "b.txt", "There are two files"};
  const Lines words = {"Claude", "let me look", "There are two files"};
  EXPECT_EQ(same_line(all, 3, words), 2);
  EXPECT_EQ(same_line(words, 2, all), 5);
  EXPECT_EQ(same_line(all, 3, {"something else"}), 0);
  EXPECT_EQ(same_line(all, 3, {}), 0);
}

TEST(SameLine, OfManyThatAreAlikeTheNearest) {
  Lines before, now;
  for (int i = 0; i < 50; ++i) before.push_back("same");
  now = before;
  EXPECT_EQ(same_line(before, 20, now), 20);
}

}  // namespace
}  // namespace clew::tui
