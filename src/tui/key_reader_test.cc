// SPDX-License-Identifier: MIT
#include "tui/key_reader.h"

#include <gtest/gtest.h>

namespace clew::tui {
namespace {

using Kind = Key::Kind;

std::vector<Kind> kinds(const std::vector<Key>& keys) {
  std::vector<Kind> all;
  for (const Key& key : keys) all.push_back(key.kind);
  return all;
}

TEST(KeyReader, LettersOfAllScriptsAndControl) {
  KeyReader reader;
  const auto keys = reader.take("aé中😀\x04\r\t\x7f");
  ASSERT_EQ(keys.size(), 8U);
  EXPECT_TRUE(keys[0].is('a'));
  EXPECT_TRUE(keys[1].is(U'é'));
  EXPECT_TRUE(keys[2].is(U'中'));
  EXPECT_TRUE(keys[3].is(U'😀'));
  EXPECT_TRUE(keys[4].is_ctrl('d'));
  EXPECT_EQ(keys[5].kind, Kind::kEnter);
  EXPECT_EQ(keys[6].kind, Kind::kTab);
  EXPECT_EQ(keys[7].kind, Kind::kBackspace);
}

TEST(KeyReader, SequencesInBothForms) {
  KeyReader reader;
  EXPECT_EQ(kinds(reader.take("\x1b[A\x1bOB\x1b[5~\x1b[6~\x1b[H\x1bOF\x1b[Z\x1b[3~\x1b[1;5C")),
            (std::vector<Kind>{Kind::kUp, Kind::kDown, Kind::kPageUp, Kind::kPageDown, Kind::kHome,
                               Kind::kEnd, Kind::kBackTab, Kind::kDelete, Kind::kRight}));
  EXPECT_EQ(kinds(reader.take("\x1b[<64;3;4M\x1b[<65;3;4M")),
            (std::vector<Kind>{Kind::kWheelUp, Kind::kWheelDown}));
  const auto click = reader.take("\x1b[<0;10;5M");
  ASSERT_EQ(click.size(), 1U);
  EXPECT_EQ(click[0].kind, Kind::kClick);
  EXPECT_EQ(click[0].row, 4);
  EXPECT_EQ(click[0].column, 9);
}

TEST(KeyReader, LinesThatComeAtOnceWerePasted) {
  KeyReader reader;
  for (const Key& key : reader.take("one\rtwo\r")) EXPECT_TRUE(key.more);
  const std::vector<Key> typed = reader.take("y\r");
  ASSERT_EQ(typed.size(), 2U);
  EXPECT_FALSE(typed.back().more) << "a line that was typed ahead";
}

TEST(KeyReader, InAnyPieces) {
  const std::string bytes = "x\x1b[5~中\x1b[<0;1;1M\x1b[200~two\nlines\x1b[201~y";
  KeyReader whole;
  const auto expected = whole.take(bytes);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    KeyReader reader;
    auto keys = reader.take(bytes.substr(0, cut));
    for (Key& key : reader.take(bytes.substr(cut))) keys.push_back(key);
    EXPECT_EQ(keys, expected) << "cut at " << cut;
  }
  KeyReader single;
  std::vector<Key> keys;
  for (const char c : bytes) {
    for (Key& key : single.take(std::string(1, c))) keys.push_back(key);
  }
  EXPECT_EQ(keys, expected);
  EXPECT_EQ(expected[4].text, "two\nlines");
}

TEST(KeyReader, ALoneEscapeIsOneWhenNothingFollows) {
  KeyReader reader;
  EXPECT_TRUE(reader.take("\x1b").empty());
  EXPECT_TRUE(reader.is_waiting());
  EXPECT_EQ(kinds(reader.give_up()), std::vector<Kind>{Kind::kEscape});
  EXPECT_FALSE(reader.is_waiting());
  // With a letter at once it is Alt.
  const auto alt = reader.take("\x1bx");
  ASSERT_EQ(alt.size(), 1U);
  EXPECT_TRUE(alt[0].alt);
  EXPECT_EQ(alt[0].character, U'x');
}

TEST(KeyReader, NonsenseEndsAndHoldsNothingBack) {
  KeyReader reader;
  reader.take(std::string(10'000, '\x1b'));
  reader.take("\x1b[" + std::string(10'000, '1'));
  reader.take("\x1b[<999999999999;1;1M\x1b[;;;;;;;;~\xff\xfe\x80");
  reader.give_up();
  const auto keys = reader.take("q");
  ASSERT_FALSE(keys.empty());
  EXPECT_TRUE(keys.back().is('q'));
}

TEST(KeyReader, AnswersOfTheTerminalAreNoKeys) {
  KeyReader reader;
  EXPECT_TRUE(reader.take("\x1b_Gi=31;").empty());
  const auto keys = reader.take("OK\x1b\\j");
  ASSERT_EQ(keys.size(), 2U);
  EXPECT_EQ(keys[0].kind, Kind::kReply);
  EXPECT_EQ(keys[0].text, "_Gi=31;OK");
  EXPECT_TRUE(keys[1].is('j'));
  // Nothing more came: it was a person with Alt.
  EXPECT_TRUE(reader.take("\x1b]").empty());
  const auto given_up = reader.give_up();
  ASSERT_EQ(given_up.size(), 1U);
  EXPECT_TRUE(given_up[0].alt);
}

TEST(KeyReader, SaysWhatCameTogether) {
  KeyReader reader;
  const auto keys = reader.take("ab\r");
  ASSERT_EQ(keys.size(), 3U);
  EXPECT_TRUE(keys[0].more);
  EXPECT_TRUE(keys[1].more);
  EXPECT_FALSE(keys[2].more);
}

}  // namespace
}  // namespace clew::tui
