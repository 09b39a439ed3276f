// SPDX-License-Identifier: MIT
#include "render/styled_text.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

using Lines = std::vector<std::string>;
const Style kStyledColors{.color = true, .width = 80};
const Style kPlain{.color = false, .width = 80};

TEST(StyledText, LooksFollowTheirWordsOverTheEndsOfLines) {
  StyledText text;
  text.add("one ");
  text.add("two three", "1");
  text.add(" four");
  EXPECT_EQ(text.wrap(7, kStyledColors),
            Lines({"one \x1b[1mtwo\x1b[0m", "\x1b[1mthree\x1b[0m", "four"}));
  EXPECT_EQ(text.wrap(7, kPlain), Lines({"one two", "three", "four"}));
}

TEST(StyledText, ColoursOfAProgramStayAndNothingElse) {
  const auto shown = [](std::string_view printed) {
    return with_own_colors(printed).wrap(80, kStyledColors).front();
  };
  EXPECT_EQ(shown("\x1b[31mbad\x1b[0m fine"), "\x1b[31mbad\x1b[0m fine");
  EXPECT_EQ(shown("\x1b[1m\x1b[32mboth\x1b[m."), "\x1b[1;32mboth\x1b[0m.");
  EXPECT_EQ(shown("\x1b[2Jgone\x1b]0;title\x07."), "gone.");
  EXPECT_EQ(shown("\x1b[8mhidden"), "hidden");
  EXPECT_EQ(shown("\x1b[38;5;9mred\x1b[39m."), "\x1b[91mred\x1b[0m.");
  EXPECT_EQ(shown("\x1b[1;4mboth\x1b[22mline"), "\x1b[1;4mboth\x1b[0m\x1b[4mline\x1b[0m");
  // Codes that hide text or change a terminal for good, torn and endless ones.
  for (const char* code : {"8", "5", "7", "10", "11", "12", "30;40", "37", "97", "38;2;0;0;0",
                           "48;5;1", "38;5", "38;2;1", "99999999999999999999", "73", "53", ";;;"}) {
    EXPECT_EQ(shown("\x1b[" + std::string(code) + "mseen"), "seen") << code;
  }
  // A sequence within another cannot hide what follows.
  EXPECT_EQ(with_own_colors("\x1b]0;a\x1b[31mseen").text().find("seen"), 3U);
}

TEST(StyledText, ManyLooksDoNoHarm) {
  std::string printed;
  for (int i = 0; i < 400; ++i) printed += "\x1b[38;5;" + std::to_string(i) + "mx";
  EXPECT_EQ(with_own_colors(printed).text(), std::string(400, 'x'));
}

TEST(StyledText, LinesAfterTheFirstMayBeShorter) {
  StyledText text;
  text.add("one two ");
  text.add("three four five", "31");
  EXPECT_EQ(text.wrap(13, {.color = false, .width = 80}, 4),
            (std::vector<std::string>{"one two three", "four five"}));
  EXPECT_EQ(text.wrap(13, {.color = true, .width = 80}, 5),
            (std::vector<std::string>{"one two \x1b[31mthree\x1b[0m", "\x1b[31mfour\x1b[0m",
                                      "\x1b[31mfive\x1b[0m"}));
  EXPECT_EQ(text.wrap(80, {.color = false, .width = 80}, 5).size(), 1U);
}

}  // namespace
}  // namespace clew
