// SPDX-License-Identifier: MIT
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/text.h"

namespace clew {
namespace {

using Lines = std::vector<std::string>;

TEST(CodePointWidth, AtTheEdgesOfTheTables) {
  struct Case {
    char32_t c;
    int width;
  };
  for (const auto& [c, width] : {
           Case{0, 0},        Case{0x1F, 0},    Case{' ', 1},     Case{'~', 1},
           Case{0x7F, 0},     Case{0x9F, 0},    Case{0xA0, 1},    Case{0xAD, 1},
           Case{0x2FF, 1},    Case{0x300, 0},   Case{0x36F, 0},   Case{0x370, 1},
           Case{0x10FF, 1},   Case{0x1100, 2},  Case{0x115F, 2},  Case{0x1160, 0},
           Case{0x11FF, 0},   Case{0x1200, 1},  Case{0x200B, 0},  Case{0x200D, 0},
           Case{0x2010, 1},   Case{0x20E3, 0},  Case{0x231A, 2},  Case{0x2764, 1},
           Case{0x2E80, 2},   Case{0x3000, 2},  Case{0x302A, 0},  Case{0x303F, 1},
           Case{0x3042, 2},   Case{0x4DC0, 1},  Case{0x4DFF, 1},  Case{0x4E00, 2},
           Case{0x9FFF, 2},   Case{0xA4CF, 1},  Case{0xABFF, 1},  Case{0xAC00, 2},
           Case{0xD7A3, 2},   Case{0xD7A4, 1},  Case{0xD7B0, 0},  Case{0xFE0F, 0},
           Case{0xFF01, 2},   Case{0xFF60, 2},  Case{0xFF61, 1},  Case{0xFFFD, 1},
           Case{0x1F5FF, 2},  Case{0x1F600, 2}, Case{0x1F64F, 2}, Case{0x20000, 2},
           Case{0x3FFFD, 2},  Case{0x3FFFE, 1}, Case{0xE0001, 0}, Case{0xE01EF, 0},
           Case{0x10FFFF, 1},
       }) {
    std::string text;
    append_utf8(text, c);
    EXPECT_EQ(display_width(text), width) << std::hex << static_cast<std::uint32_t>(c);
  }
}

TEST(DisplayWidth, CountsCells) {
  EXPECT_EQ(display_width(""), 0);
  EXPECT_EQ(display_width("plain ascii"), 11);
  EXPECT_EQ(display_width("é"), 1);
  EXPECT_EQ(display_width("e\u0301"), 1);
  EXPECT_EQ(display_width("中文ab"), 6);
  EXPECT_EQ(display_width("한글"), 4);
  EXPECT_EQ(display_width("\u1112\u1161\u11AB"), 2);  // one syllable of three jamo
  EXPECT_EQ(display_width("ｆｕｌｌ"), 8);
  EXPECT_EQ(display_width("ﾊﾝｶｸ"), 4);
  EXPECT_EQ(display_width("a\tb\nc"), 3);
  EXPECT_EQ(display_width("\xFF\xFE"), 2);  // two U+FFFD
  EXPECT_EQ(display_width("ไทย"), 3);
  EXPECT_EQ(display_width("z\u200B\u0300\u0301\u0302"), 1);
}

TEST(DisplayWidth, TakesAnEmojiSequenceAsOneUnit) {
  for (const std::string_view emoji : {
           "😀",        // U+1F600
           "❤\uFE0F",  // a narrow sign made an emoji
           "☺\uFE0F",
           "1\uFE0F\u20E3",  // keycap
           "#\uFE0F\u20E3",
           "👍🏽",     // skin tone
           "☝🏽",      // on a narrow base
           "🇩🇪",           // flag
           "👩‍💻",  // joined
           "👩🏽‍💻",
           "👨‍👩‍👧‍👦",
           "🏳\uFE0F‍🌈",
           "❤\uFE0F‍🔥",
           "🏴\U000E0067\U000E0062\U000E0065\U000E006E\U000E0067\U000E007F",
       }) {
    EXPECT_EQ(display_width(emoji), 2) << emoji;
    EXPECT_EQ(next_cluster(emoji, 0).end, emoji.size()) << emoji;
  }
}

TEST(DisplayWidth, KeepsNeighboursApart) {
  EXPECT_EQ(display_width("😀😀"), 4);
  EXPECT_EQ(display_width("🇩🇪🇫🇷"), 4);
  EXPECT_EQ(display_width("🇩🇪🇫"), 3);
  EXPECT_EQ(display_width("🇩a"), 2);
  EXPECT_EQ(display_width("❤"), 1);
  EXPECT_EQ(display_width("❤\uFE0Eb"), 2);
  EXPECT_EQ(display_width("a\u200D😀"), 3);  // a letter joins no emoji
  EXPECT_EQ(display_width("😀\u200Da"), 3);
  EXPECT_EQ(display_width("a🏽"), 3);
  EXPECT_EQ(display_width("12\uFE0F\u20E3"), 3);
  EXPECT_EQ(display_width("a\uFE0F"), 1);
  EXPECT_EQ(display_width("\n\u0301"), 0);
}

// What Unicode takes for one character is one unit, of the width that its parts have in a terminal.
TEST(NextCluster, KeepsTogetherWhatBelongsTogether) {
  struct Case {
    std::string_view text;
    int width;
  };
  for (const auto& [text, width] : {
           Case{"e\u0301\u0323", 1},  // two marks
           Case{"नि", 2},             // a consonant and a vowel sign beside it
           Case{"கொ", 2},
           Case{"ก\u0E33", 2},             // Thai sara am
           Case{"\u1112\u1161\u11AB", 2},  // one syllable of three jamo
           Case{"\u0600\u0661", 2},        // a sign that encloses the digit after it
           Case{"👩🏽\u200D❤\uFE0F\u200D👩🏻", 2},
           Case{"🏳\uFE0F\u200D⚧\uFE0F", 2},
           Case{"🏴\u200D☠\uFE0F", 2},
           Case{"©\uFE0F", 2},
           Case{"🇩🇪\u0301", 2},
       }) {
    EXPECT_EQ(next_cluster(text, 0).end, text.size()) << text;
    EXPECT_EQ(next_cluster(text, 0).width, width) << text;
    EXPECT_EQ(truncate_to_width(std::string(text) + "ab", width + 1), std::string(text) + "…");
    EXPECT_EQ(truncate_to_width(std::string(text) + "ab", width), "…");
    EXPECT_EQ(wrap_to_width(std::string(text) + std::string(text), width),
              Lines({std::string(text), std::string(text)}));
  }
}

TEST(NextCluster, IsNeverWiderThanTwoCells) {
  std::string pile = "क";
  for (int i = 0; i < 100; ++i) pile += "\u093E";
  EXPECT_EQ(display_width(pile), 101);
  for (const std::string& line : wrap_to_width(pile, 10)) EXPECT_LE(display_width(line), 10);
  EXPECT_EQ(display_width(truncate_to_width(pile, 10)), 9);  // four pairs and the ellipsis
}

TEST(TruncateToWidth, AddsTheEllipsisOnlyWhenCut) {
  EXPECT_EQ(truncate_to_width("hello", 5), "hello");
  EXPECT_EQ(truncate_to_width("hello", 9), "hello");
  EXPECT_EQ(truncate_to_width("hello", 4), "hel…");
  EXPECT_EQ(truncate_to_width("hello", 1), "…");
  EXPECT_EQ(truncate_to_width("hello", 0), "");
  EXPECT_EQ(truncate_to_width("hello", -3), "");
  EXPECT_EQ(truncate_to_width("", 0), "");
  EXPECT_EQ(truncate_to_width("hello", 4, "..."), "h...");
  EXPECT_EQ(truncate_to_width("hello", 2, "..."), "he");
  EXPECT_EQ(truncate_to_width("hello", 2, ""), "he");
}

TEST(TruncateToWidth, SplitsNoUnit) {
  EXPECT_EQ(truncate_to_width("中文字", 6), "中文字");
  EXPECT_EQ(truncate_to_width("中文字", 5), "中文…");
  EXPECT_EQ(truncate_to_width("中文字", 4), "中…");
  EXPECT_EQ(truncate_to_width("👨‍👩‍👧‍👦ab", 3), "👨‍👩‍👧‍👦…");
  EXPECT_EQ(truncate_to_width("👨‍👩‍👧‍👦ab", 2), "…");
  EXPECT_EQ(truncate_to_width("e\u0301e\u0301e\u0301", 2), "e\u0301…");
  EXPECT_EQ(truncate_to_width("e\u0301", 1), "e\u0301");
}

TEST(PadToWidth, CountsCellsNotBytes) {
  EXPECT_EQ(pad_to_width("ab", 4), "ab  ");
  EXPECT_EQ(pad_to_width("ab", 4, Align::kRight), "  ab");
  EXPECT_EQ(pad_to_width("中", 4), "中  ");
  EXPECT_EQ(pad_to_width("abcd", 2), "abcd");
  EXPECT_EQ(pad_to_width("ab", -1), "ab");
}

TEST(WrapToWidth, BreaksAtSpaces) {
  EXPECT_EQ(wrap_to_width("", 10), Lines({""}));
  EXPECT_EQ(wrap_to_width("fits", 4), Lines({"fits"}));
  EXPECT_EQ(wrap_to_width("the quick brown fox", 10), Lines({"the quick", "brown fox"}));
  EXPECT_EQ(wrap_to_width("the quick brown fox", 9), Lines({"the quick", "brown fox"}));
  EXPECT_EQ(wrap_to_width("aa bb", 2), Lines({"aa", "bb"}));
  EXPECT_EQ(wrap_to_width("aa    bb", 4), Lines({"aa", "bb"}));
  EXPECT_EQ(wrap_to_width("aa  bb", 6), Lines({"aa  bb"}));
  EXPECT_EQ(wrap_to_width("aa bb   ", 5), Lines({"aa bb"}));
  EXPECT_EQ(wrap_to_width("      ", 3), Lines({""}));
}

TEST(WrapToWidth, KeepsNewlinesAndIndentation) {
  EXPECT_EQ(wrap_to_width("a\n\nb\n", 5), Lines({"a", "", "b", ""}));
  EXPECT_EQ(wrap_to_width("  - one two", 7), Lines({"  - one", "two"}));
  EXPECT_EQ(wrap_to_width("    abcdef", 6), Lines({"    ab", "cdef"}));
  EXPECT_EQ(wrap_to_width("          ab", 4), Lines({"ab"}));
  EXPECT_EQ(wrap_to_width("\tx\ty", 20), Lines({"        x       y"}));
  EXPECT_EQ(wrap_to_width("中\tx", 20), Lines({"中      x"}));
}

TEST(WrapToWidth, BreaksLongWords) {
  EXPECT_EQ(wrap_to_width("abcdefgh", 3), Lines({"abc", "def", "gh"}));
  EXPECT_EQ(wrap_to_width("ab cdefgh", 4), Lines({"ab", "cdef", "gh"}));
  EXPECT_EQ(wrap_to_width("abc", 0), Lines({"a", "b", "c"}));
  EXPECT_EQ(wrap_to_width("中a", 1), Lines({"中", "a"}));
  EXPECT_EQ(wrap_to_width("👨‍👩‍👧‍👦👨‍👩‍👧‍👦", 3),
            Lines({"👨‍👩‍👧‍👦", "👨‍👩‍👧‍👦"}));
}

// Found by fuzz_text: such a space is no place to break, and counts.
TEST(WrapToWidth, TakesASpaceWithAMarkAsACharacter) {
  EXPECT_EQ(wrap_to_width("ab \u0301中", 2), Lines({"ab", " \u0301", "中"}));
  EXPECT_EQ(wrap_to_width("ab \u0301c", 4), Lines({"ab \u0301c"}));
}

TEST(WrapToWidth, BreaksBetweenCjkButNotBeforeItsClosingMarks) {
  EXPECT_EQ(wrap_to_width("中文字符", 4), Lines({"中文", "字符"}));
  EXPECT_EQ(wrap_to_width("中文字符", 5), Lines({"中文", "字符"}));
  EXPECT_EQ(wrap_to_width("中文字。符", 6), Lines({"中文", "字。符"}));
  EXPECT_EQ(wrap_to_width("中文「字」", 6), Lines({"中文", "「字」"}));
  EXPECT_EQ(wrap_to_width("abc中文", 4), Lines({"abc", "中文"}));
  EXPECT_EQ(wrap_to_width("中abc", 4), Lines({"中", "abc"}));
}

// For every width: no line is too wide, and nothing but spaces is lost.
TEST(WrapToWidth, LosesNothingAtAnyWidth) {
  const std::string text =
      "The 快速 brown 🦊 jumps, over_a_very_long_word e\u0301 中文，「字」 👩‍💻 "
      "end.";
  const auto letters = [](const std::string& from) {
    std::string kept;
    for (const char c : from) {
      if (c != ' ') kept.push_back(c);
    }
    return kept;
  };
  for (int cells = 2; cells < 80; ++cells) {
    std::string joined;
    for (const std::string& line : wrap_to_width(text, cells)) {
      EXPECT_LE(display_width(line), cells) << line;
      joined += line;
    }
    EXPECT_EQ(letters(joined), letters(text)) << cells;
  }
}

}  // namespace
}  // namespace clew
