// SPDX-License-Identifier: MIT
#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/terminal_whole.h"
#include "base/text.h"

namespace clew {
namespace {

TEST(TerminalSafe, LeavesTextAlone) {
  EXPECT_EQ(terminal_safe(""), "");
  EXPECT_EQ(terminal_safe("plain\ttext\nnext ~"), "plain\ttext\nnext ~");
  EXPECT_EQ(terminal_safe("é 中文 😀 👩‍💻 ❤️ \u00A0\u200C"),
            "é 中文 😀 👩‍💻 ❤️ \u00A0\u200C");
}

TEST(TerminalSafe, DropsControls) {
  EXPECT_EQ(terminal_safe("a\r\nb\bc\ad\x7F"), "a\nbcd");
  EXPECT_EQ(terminal_safe(std::string_view("a\0b", 3)), "ab");
  EXPECT_EQ(terminal_safe("a\u0085b\u008Dc"), "abc");
}

TEST(TerminalSafe, DropsControlSequences) {
  EXPECT_EQ(terminal_safe("\x1b[1;31mred\x1b[0m"), "red");
  EXPECT_EQ(terminal_safe("\x1b[2J\x1b[H\x1b[?25lx"), "x");
  EXPECT_EQ(terminal_safe("\x1b[>4;2mx\x1b[ qy"), "xy");
  EXPECT_EQ(terminal_safe("\x1b[38:2::255:0:0mx"), "x");
  EXPECT_EQ(terminal_safe("\u009B31mred"), "red");
}

TEST(TerminalSafe, DropsControlStringsWithTheirContent) {
  EXPECT_EQ(terminal_safe("\x1b]0;title\x07x"), "x");
  EXPECT_EQ(terminal_safe("\x1b]0;title\x1b\\x"), "x");
  EXPECT_EQ(terminal_safe("\x1b]0;“中文”\u009Cx"), "x");  // their bytes hold 0x9C
  EXPECT_EQ(terminal_safe("\x1b]8;;http://a.b\x1b\\link\x1b]8;;\x1b\\"), "link");
  EXPECT_EQ(terminal_safe("\x1b]52;c;ZXZpbA==\x07x"), "x");
  EXPECT_EQ(terminal_safe("\x1bPq#0;2\x1b\\x\x1b_Gf=100\x1b\\y\x1b^p\x1b\\\x1bXs\x1b\\z"), "xyz");
  EXPECT_EQ(terminal_safe("\u009D0;t\u009Cx\u0090q\u009Cy\u0098q\x07\u009Eq\x07\u009Fq\x07z"),
            "xyz");
}

TEST(TerminalSafe, DropsShortEscapes) {
  EXPECT_EQ(terminal_safe("\x1b(Bx\x1b#8y\x1b%Gz"), "xyz");
  EXPECT_EQ(terminal_safe("\x1b"
                          "7x\x1b"
                          "8y\x1b"
                          "cz\x1b=1\x1b>"),
            "xyz1");
}

TEST(TerminalSafe, AnUnfinishedSequenceHidesNothing) {
  EXPECT_EQ(terminal_safe("a\x1b"), "a");
  EXPECT_EQ(terminal_safe("a\x1b["), "a");
  EXPECT_EQ(terminal_safe("a\x1b[12"), "a");
  EXPECT_EQ(terminal_safe("\x1b[12\nnext"), "\nnext");
  EXPECT_EQ(terminal_safe("\x1b[12中"), "中");
  EXPECT_EQ(terminal_safe("\x1b]0;the rest stays"), "0;the rest stays");
  EXPECT_EQ(terminal_safe("\x1b]0;one line\nnext\x07"), "0;one line\nnext");
  EXPECT_EQ(terminal_safe("\x1b]0;a\x1b[31mb"), "0;ab");
  EXPECT_EQ(terminal_safe("\x1b\x1b[31mx\x1b\n"), "x\n");
}

TEST(TerminalSafe, DropsDirectionControls) {
  EXPECT_EQ(terminal_safe("a\u202Eb\u202A\u202B\u202C\u202D\u2066\u2067\u2068\u2069c"), "abc");
  EXPECT_EQ(terminal_safe("\u200Ea\u200Fb\u061C"), "ab");
  EXPECT_EQ(terminal_safe("\u200D\u202F"), "\u200D\u202F");
}

TEST(TerminalSafe, DropsWhatIsNotSeen) {
  EXPECT_EQ(terminal_safe("a\u2028b\u2029c"), "a b c") << "breaks no line, and parts words";
  EXPECT_EQ(terminal_safe("a\u200Bb\u2060c\u206Ad\uFEFFe\u00ADf\uFFF9g\u180E"), "abcdefg");
  EXPECT_EQ(terminal_safe("a\U000E0041\U000E007Fb\U000E0001c"), "abc") << "tags";
  EXPECT_EQ(terminal_safe("\u845B\U000E0100"), "\u845B\U000E0100") << "a variant of a character";
  EXPECT_EQ(terminal_safe("\u0600\u06DD"), "\u0600\u06DD") << "signs that are seen";
}

TEST(TerminalSafe, RepairsBrokenBytes) {
  EXPECT_EQ(terminal_safe("a\xFFz"), "a\uFFFDz");
  EXPECT_EQ(terminal_safe("\x9B"
                          "31mx"),
            "\uFFFD31mx");
  EXPECT_EQ(terminal_safe("\xC2"), "\uFFFD");
  EXPECT_EQ(terminal_safe("\xC2\x1b[31m\x9B"), "\uFFFD\uFFFD");  // no new C1 from the parts around
}

// Nothing that could steer a terminal is left, whatever the order of the pieces.
TEST(TerminalSafe, LeavesNoControlInAnyMixture) {
  const std::string_view pieces[] = {"\x1b", "[",  "]",    "\x07", "\\",    "1", ";",
                                     "m",    "\n", "\xC2", "\x9B", "\x9C",  "P", "é",
                                     " ",    "\r", "\x18", "\xE2", "\u202E"};
  for (const auto a : pieces) {
    for (const auto b : pieces) {
      for (const auto c : pieces) {
        for (const auto d : pieces) {
          const std::string text = std::string(a).append(b).append(c).append(d);
          const std::string safe = terminal_safe(text);
          ASSERT_TRUE(is_valid_utf8(safe));
          ASSERT_EQ(safe.find_first_of("\x1b\x07\r\x18"), std::string::npos);
          ASSERT_EQ(safe.find("\xC2\x9B"), std::string::npos);
          ASSERT_EQ(safe.find("\u202E"), std::string::npos);
          ASSERT_EQ(terminal_safe(safe), safe);
        }
      }
    }
  }
}

// Processor time, so that neither a busy machine nor a sanitizer decides.
std::clock_t time_of_terminal_safe(std::string_view unit, std::size_t size) {
  std::string text;
  while (text.size() < size) text += unit;
  auto best = std::numeric_limits<std::clock_t>::max();
  for (int round = 0; round < 3; ++round) {
    const std::clock_t start = std::clock();
    static_cast<void>(terminal_safe(text));
    best = std::min(best, std::clock() - start);
  }
  return best;
}

// Introducers without an end must not each look at all that follows. Sixteen times the text would
// then take 256 times as long.
TEST(TerminalSafe, TakesLinearTime) {
  for (const std::string_view unit : {"\x1b]", "\u009D", "\x1bP\xC2", "\x1b[1"}) {
    EXPECT_LT(time_of_terminal_safe(unit, 16'000), 64 * (time_of_terminal_safe(unit, 1'000) + 1));
  }
}

TEST(TerminalLine, NamesStayOnTheirLine) {
  EXPECT_EQ(terminal_line("a\nb\tc\r\nd"), "a b c d");
  EXPECT_EQ(terminal_line("two  spaces stay"), "two  spaces stay");
  EXPECT_EQ(terminal_line("\x1b[31mred\x1b[0m\n"), "red ");
  EXPECT_EQ(terminal_line(""), "");
}

TEST(TerminalWhole, LeavesNothingOut) {
  EXPECT_EQ(terminal_whole("ls \x1b]0;$(touch x)\x07"), "ls \\u001b]0;$(touch x)\\u0007");
  EXPECT_EQ(terminal_whole("a\xE2\x80\xAE"
                           "b\r\nc\td"),
            "a\\u202eb\\u000d\nc\td");
  EXPECT_EQ(terminal_whole("größer 中"), "größer 中");
}

}  // namespace
}  // namespace clew
