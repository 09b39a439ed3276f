// SPDX-License-Identifier: MIT
#include "base/text.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

std::u32string decode_all(std::string_view text) {
  std::u32string points;
  for (std::size_t pos = 0; pos < text.size();) points.push_back(decode_utf8(text, pos));
  return points;
}

TEST(Utf8, DecodesTheFirstAndLastOfEachLength) {
  EXPECT_EQ(decode_all("\x01\x7F"), U"\x01\x7F");
  EXPECT_EQ(decode_all("\xC2\x80\xDF\xBF"), U"\u0080\u07FF");
  EXPECT_EQ(decode_all("\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"),
            U"\u0800\uD7FF\uE000\uFFFF");
  EXPECT_EQ(decode_all("\xF0\x90\x80\x80\xF4\x8F\xBF\xBF"), U"\U00010000\U0010FFFF");
}

// The counts are those of the WHATWG decoder (new TextDecoder().decode in node).
TEST(Utf8, ReplacesEachMaximalIllFormedPart) {
  EXPECT_EQ(decode_all("a\x80z"), U"a\uFFFDz");                  // stray continuation
  EXPECT_EQ(decode_all("\xC0\x80"), U"\uFFFD\uFFFD");            // overlong NUL
  EXPECT_EQ(decode_all("\xC1\xBF"), U"\uFFFD\uFFFD");            // overlong
  EXPECT_EQ(decode_all("\xE0\x9F\xBF"), U"\uFFFD\uFFFD\uFFFD");  // overlong
  EXPECT_EQ(decode_all("\xED\xA0\x80"), U"\uFFFD\uFFFD\uFFFD");  // surrogate
  EXPECT_EQ(decode_all("\xF0\x8F\xBF\xBF"), U"\uFFFD\uFFFD\uFFFD\uFFFD");
  EXPECT_EQ(decode_all("\xF4\x90\x80\x80"), U"\uFFFD\uFFFD\uFFFD\uFFFD");  // past U+10FFFF
  EXPECT_EQ(decode_all("\xF5\x80"), U"\uFFFD\uFFFD");
  EXPECT_EQ(decode_all("\xE2\x82"), U"\uFFFD");  // cut off at the end
  EXPECT_EQ(decode_all("\xF0\x9F\x98"), U"\uFFFD");
  EXPECT_EQ(decode_all("\xF0\x9F\x98x"), U"\uFFFDx");
  EXPECT_EQ(decode_all("\xE2\xE2\x82\xAC"), U"\uFFFD\u20AC");
}

TEST(Utf8, EncodesWhatItDecodes) {
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    std::size_t pos = 0;
    ASSERT_EQ(decode_utf8(text, pos), c);
    ASSERT_EQ(pos, text.size());
    ASSERT_TRUE(is_valid_utf8(text));
  }
}

TEST(Utf8, EncodesWhatIsNoCharacterAsReplacement) {
  for (const char32_t c : {char32_t{0xD800}, char32_t{0xDFFF}, char32_t{0x110000}}) {
    std::string text;
    append_utf8(text, c);
    EXPECT_EQ(text, "\uFFFD");
  }
}

TEST(Utf8, ValidityDoesNotDependOnTheEightByteSteps) {
  const std::string ascii(20, 'x');
  for (std::size_t at = 0; at <= ascii.size(); ++at) {
    std::string text = ascii;
    EXPECT_TRUE(is_valid_utf8(text.insert(at, "é"))) << at;
    text = ascii;
    EXPECT_FALSE(is_valid_utf8(text.insert(at, "\xC3"))) << at;
  }
  EXPECT_TRUE(is_valid_utf8(""));
  EXPECT_TRUE(is_valid_utf8(std::string_view("a\0b", 3)));
}

TEST(Utf16, LengthIsThatOfJavaScript) {
  EXPECT_EQ(utf16_length(""), 0U);
  EXPECT_EQ(utf16_length("hello, world"), 12U);
  EXPECT_EQ(utf16_length("aé中😀"), 5U);
  EXPECT_EQ(utf16_length("12345678é"), 9U);
  EXPECT_EQ(utf16_length("\xFF\xFF"), 2U);
}

TEST(Utf16, CutsWithoutSplittingAPair) {
  EXPECT_EQ(cut_utf16("hello", 3), "hel");
  EXPECT_EQ(cut_utf16("hello", 5), "hello");
  EXPECT_EQ(cut_utf16("hello", 9), "hello");
  EXPECT_EQ(cut_utf16("hello", 0), "");
  EXPECT_EQ(cut_utf16("a😀b", 1), "a");
  EXPECT_EQ(cut_utf16("a😀b", 2), "a");
  EXPECT_EQ(cut_utf16("a😀b", 3), "a😀");
  EXPECT_EQ(cut_utf16("中文字", 2), "中文");
  EXPECT_EQ(cut_utf16("中文字", 3), "中文字");
}

TEST(Whitespace, IsThatOfJavaScript) {
  std::u32string spaces;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (is_js_space(c)) spaces.push_back(c);
  }
  // [...Array(0x110000).keys()].filter(c => String.fromCodePoint(c).trim() === '') in node 20.
  EXPECT_EQ(spaces,
            U"\t\n\v\f\r \u00A0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
            U"\u200A\u2028\u2029\u202F\u205F\u3000\uFEFF");
}

TEST(Trim, TakesWhitespaceOfEveryLengthFromBothEnds) {
  EXPECT_EQ(trim(""), "");
  EXPECT_EQ(trim("a"), "a");
  EXPECT_EQ(trim(" \t\r\n a b \n"), "a b");
  EXPECT_EQ(trim("\uFEFF\u00A0\u3000a\u00A0b\u2028\u3000\u00A0"), "a\u00A0b");
  EXPECT_EQ(trim(" \u3000\u00A0 "), "");
  EXPECT_EQ(trim("é"), "é");
  EXPECT_EQ(trim("\u200Ba\u200B"), "\u200Ba\u200B");  // no whitespace in JavaScript
  EXPECT_EQ(trim("a\u0085"), "a\u0085");
}

TEST(Trim, KeepsBrokenBytes) {
  EXPECT_EQ(trim(" \xC2 "), "\xC2");
  EXPECT_EQ(trim("a\xC2\xA0\xA0"), "a\xC2\xA0\xA0");
  EXPECT_EQ(trim("a\xE3\x80"), "a\xE3\x80");
  EXPECT_EQ(trim("\x80\x80\x80\x80"), "\x80\x80\x80\x80");
}

TEST(IsBlank, NeedsOneVisibleCharacter) {
  EXPECT_TRUE(is_blank(""));
  EXPECT_TRUE(is_blank(" \n\t\u00A0\uFEFF\u2029"));
  EXPECT_FALSE(is_blank(" \u200B "));
  EXPECT_FALSE(is_blank("\n."));
  EXPECT_FALSE(is_blank(" \xC2"));
}

TEST(OneLine, JoinsAndTrims) {
  EXPECT_EQ(one_line(""), "");
  EXPECT_EQ(one_line("  \n "), "");
  EXPECT_EQ(one_line("\n a\r\n\tb   c\u00A0\u2028d \n"), "a b c d");
  EXPECT_EQ(one_line("already one"), "already one");
  EXPECT_EQ(one_line("a b  c \u00E9 d\x7F e\xFF f \n"), "a b c \u00E9 d\x7F e\xFF f");
  EXPECT_EQ(one_line(" a \u3000b\t c"), "a b c");
}

TEST(CutUtf8, SplitsNoCharacter) {
  EXPECT_EQ(cut_utf8("abc", 3), "abc");
  EXPECT_EQ(cut_utf8("abc", 2), "ab");
  EXPECT_EQ(cut_utf8("a\xE4\xBD\xA0", 4), "a\xE4\xBD\xA0");
  EXPECT_EQ(cut_utf8("a\xE4\xBD\xA0", 3), "a");
  EXPECT_EQ(cut_utf8("\xE4\xBD\xA0", 2), "");
  EXPECT_EQ(cut_utf8("\x80\x80\x80", 2), "") << "no UTF-8, and still it ends";
}

TEST(AsciiLower, LeavesAllOtherLettersAlone) {
  EXPECT_EQ(ascii_lower("Ab-Z[\xC3\x84"), "ab-z[\xC3\x84");
  EXPECT_EQ(ascii_lower('@'), '@');
}

TEST(ShellWord, QuotesOnlyWhereAShellWouldReadMore) {
  EXPECT_EQ(shell_word("/home/a-b_c.d+e,f:g@h%1"), "/home/a-b_c.d+e,f:g@h%1");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("$(x)\n"), "'$(x)\n'");
  EXPECT_EQ(shell_word("\xE4\xBD\xA0"), "'\xE4\xBD\xA0'");
  EXPECT_EQ(shell_word("--a=b"), "'--a=b'");
  EXPECT_EQ(shell_word("--a=b", "="), "--a=b");
  EXPECT_EQ(shell_quoted("plain"), "'plain'");
}

}  // namespace
}  // namespace clew
