// SPDX-License-Identifier: MIT
#include "cli/styled_text.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

using Lines = std::vector<std::string>;
const Style kColors{.color = true, .width = 80};
const Style kPlain{.color = false, .width = 80};

TEST(StyledText, LooksFollowTheirWordsOverTheEndsOfLines) {
  StyledText text;
  text.add("one ");
  text.add("two three", "1");
  text.add(" four");
  EXPECT_EQ(text.wrap(7, kColors), Lines({"one \x1b[1mtwo\x1b[0m", "\x1b[1mthree\x1b[0m", "four"}));
  EXPECT_EQ(text.wrap(7, kPlain), Lines({"one two", "three", "four"}));
}

TEST(StyledText, ColoursOfAProgramStayAndNothingElse) {
  const auto shown = [](std::string_view printed) {
    return with_own_colors(printed).wrap(80, kColors).front();
  };
  EXPECT_EQ(shown("\x1b[31mbad\x1b[0m fine"), "\x1b[31mbad\x1b[0m fine");
  EXPECT_EQ(shown("\x1b[1m\x1b[32mboth\x1b[m."), "\x1b[1;32mboth\x1b[0m.");
  EXPECT_EQ(shown("\x1b[2Jgone\x1b]0;title\x07."), "gone.");
  EXPECT_EQ(shown("\x1b[8mhidden"), "hidden");
  EXPECT_EQ(shown("\x1b[38;2;1;2;3mcolour"), "\x1b[38;2;1;2;3mcolour\x1b[0m");
  // A sequence within another cannot hide what follows.
  EXPECT_EQ(with_own_colors("\x1b]0;a\x1b[31mseen").text().find("seen"), 3U);
}

TEST(StyledText, ManyLooksDoNoHarm) {
  std::string printed;
  for (int i = 0; i < 400; ++i) printed += "\x1b[38;5;" + std::to_string(i) + "mx";
  EXPECT_EQ(with_own_colors(printed).text(), std::string(400, 'x'));
}

}  // namespace
}  // namespace clew
