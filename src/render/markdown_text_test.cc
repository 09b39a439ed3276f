// SPDX-License-Identifier: MIT
#include "render/markdown_text.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace clew {
namespace {

using Lines = std::vector<std::string>;
const Style kColors{.color = true, .width = 80};

Lines lines(std::string_view text, int width = 40) { return markdown_lines(text, width, kColors); }

// Without colours.
Lines plain(std::string_view text, int width = 40) {
  Lines all = lines(text, width);
  for (std::string& line : all) line = terminal_safe(line);
  return all;
}

TEST(Markdown, WordsWithinALine) {
  EXPECT_EQ(lines("a **bold** and *it* and `code`."),
            Lines({"a \x1b[1mbold\x1b[0m and \x1b[3mit\x1b[0m and \x1b[36mcode\x1b[0m."}));
  EXPECT_EQ(plain("see [the docs](https://a.b/c)"), Lines({"see the docs (https://a.b/c)"}));
}

TEST(Markdown, WhatIsNoMarkStays) {
  for (const char* text : {"a * b * c", "snake_case_name", "2 ** 3", "**open", "`open", "[no link]",
                           "f(x)[0](y", "_", "``", "a_b and c_d"}) {
    EXPECT_EQ(plain(text), Lines({text})) << text;
  }
}

TEST(Markdown, Blocks) {
  EXPECT_EQ(plain("# Title\ntext\n\n> quoted\n---"),
            Lines({"Title", "text", "", "│ quoted", "────────────────────────────────────────"}));
  EXPECT_EQ(plain("- one two three\n  - [x] done\n10. ten", 12),
            Lines({"• one two", "  three", "  ☑ done", "10. ten"}));
  EXPECT_EQ(plain("```cpp\nint *a* = 1;\n  # no title\n```\nafter"),
            Lines({"│ int *a* = 1;", "│   # no title", "after"}));
}

TEST(Markdown, TablesStandInColumnsWhereTheyFit) {
  constexpr std::string_view kTable = "| a | long |\n|---|:--:|\n| **x** | 茶 |\nend";
  EXPECT_EQ(plain(kTable), Lines({"a │ long", "x │ 茶", "end"}));
}

TEST(Markdown, WideTablesAreBrokenIntoLines) {
  EXPECT_EQ(
      plain("| a long cell | another long one |\n|---|---|\n| x | y |", 20),
      Lines({"a long   │ another", "cell     │ long one", "─────────┼─────────", "x        │ y"}));
  // So many columns that no cell could be read.
  EXPECT_EQ(plain("| aaaaaaa | bbbbbbb | ccccccc |\n|---|---|---|", 20).front(),
            "| aaaaaaa | bbbbbbb");
}

TEST(Markdown, BackslashesTakeTheMeaningFromSigns) {
  EXPECT_EQ(plain("\\*not italic\\* 1\\. a\\_b"), Lines({"*not italic* 1. a_b"}));
  EXPECT_EQ(plain("**a \\* b** `x\\*y` C:\\Users"), Lines({"a * b x\\*y C:\\Users"}));
  EXPECT_EQ(plain("| a\\|b | c |\n|---|---|"), Lines({"a|b │ c"}));
}

TEST(Markdown, WhatIsStruckOutNeverLooksMeant) {
  EXPECT_EQ(lines("~~old~~ new"), Lines({"\x1b[9mold\x1b[0m new"}));
  EXPECT_EQ(markdown_lines("~~old~~ new", 40, {.color = false, .width = 80}),
            Lines({"~~old~~ new"}));
  EXPECT_EQ(plain("a ~~ b ~~ c"), Lines({"a ~~ b ~~ c"}));
}

TEST(Markdown, HostileLinesTakeLinearTime) {
  for (const std::string piece : {"[", "*a ", "_a ", "`", "[a](", "|"}) {
    std::string text = "x ";
    while (text.size() < 400'000) text += piece;
    EXPECT_FALSE(plain(text, 100'000).empty());
  }
}

TEST(Markdown, FitsTheWidth) {
  const std::string text =
      "## A heading that is long enough to be broken\n- an item with `some code` in it\n"
      "> a quote that is long as well\n```\nlong_code_without_any_spaces_in_it_at_all\n```\n"
      "| a column | another column that is long |\n|---|---|\n| words in it | 茶茶茶茶茶茶茶茶 |";
  for (int width = 12; width < 60; ++width) {
    for (const std::string& line : plain(text, width))
      EXPECT_LE(display_width(line), width) << line;
  }
}

}  // namespace
}  // namespace clew
