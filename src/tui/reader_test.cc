// SPDX-License-Identifier: MIT
#include "tui/reader.h"

#include <random>

#include <gtest/gtest.h>

#include "base/text.h"

namespace clew::tui {
namespace {

Lines lines(std::size_t message, int count) {
  auto made = std::make_shared<std::vector<std::string>>();
  for (int i = 0; i < count; ++i)
    made->push_back(std::to_string(message) + "." + std::to_string(i));
  return made;
}

// Answers whatever is wanted, until nothing is; messages have 0 to 6 lines.
int height_of(std::size_t message) { return static_cast<int>(message * 7 % 7); }
void answer(
    Reader& reader, int (*height)(std::size_t) = [](std::size_t m) {
      return height_of(m) + static_cast<int>(m % 3);
    }) {
  for (int i = 0; i < 50; ++i) {
    const auto wanted = reader.wanted();
    if (wanted.empty()) return;
    for (const std::size_t message : wanted) reader.put(message, lines(message, height(message)));
  }
}

std::string first_row(const Reader& reader) {
  const auto rows = reader.window();
  return rows.empty() || !rows[0].text ? "" : *rows[0].text;
}

Reader with(std::size_t messages, int rows) {
  Reader reader;
  reader.set_size(80, rows);
  reader.set_notes(std::vector<MessageNote>(messages));
  return reader;
}

TEST(Reader, TheEndFillsTheWindow) {
  Reader reader = with(100, 10);
  reader.go_to_end();
  answer(reader, [](std::size_t) { return 4; });
  const auto rows = reader.window();
  ASSERT_EQ(rows.size(), 10U);
  EXPECT_EQ(*rows.back().text, "99.3");
  EXPECT_EQ(*rows.front().text, "97.2");
  EXPECT_TRUE(reader.is_at_end());
}

TEST(Reader, ScrollingGoesThroughEveryLineOnce) {
  Reader reader = with(40, 5);
  answer(reader);
  std::vector<std::string> seen = {first_row(reader)};
  for (int i = 0; i < 200; ++i) {
    const Place before = reader.top();
    reader.scroll(1);
    answer(reader);
    if (reader.top() == before) break;
    seen.push_back(first_row(reader));
  }
  std::vector<std::string> expected;
  for (std::size_t m = 0; m < 40; ++m) {
    for (int i = 0; i < height_of(m) + static_cast<int>(m % 3); ++i) {
      expected.push_back(std::to_string(m) + "." + std::to_string(i));
    }
  }
  expected.resize(expected.size() - 4);  // the last window shows five
  EXPECT_EQ(seen, expected);
}

TEST(Reader, GrowthKeepsThePlaceUnlessItIsTheEnd) {
  Reader reader = with(50, 5);
  reader.go_to({20, 0});
  answer(reader, [](std::size_t) { return 3; });
  const std::string before = first_row(reader);
  reader.forget_from(48);
  reader.set_notes(std::vector<MessageNote>(60));
  answer(reader, [](std::size_t) { return 3; });
  EXPECT_EQ(first_row(reader), before);
  reader.go_to_end();
  answer(reader, [](std::size_t) { return 3; });
  reader.set_notes(std::vector<MessageNote>(70));
  answer(reader, [](std::size_t) { return 3; });
  EXPECT_EQ(*reader.window().back().text, "69.2");
}

// A text of words, broken for the width; with details there are results between them.
void answer_in_form(Reader& reader) {
  for (int i = 0; i < 50; ++i) {
    const auto wanted = reader.wanted();
    if (wanted.empty()) return;
    for (const std::size_t message : wanted) {
      auto made = std::make_shared<std::vector<std::string>>(1, "Claude");
      std::string prose;
      for (int word = 0; word < 120; ++word) {
        prose += "m" + std::to_string(message) + "w" + std::to_string(word) + " ";
        if (word % 30 != 29) continue;
        for (std::string& line : wrap_to_width(prose, reader.columns())) made->push_back(line);
        prose.clear();
        for (int k = 0; reader.detail() == Detail::kAll && k < 9; ++k) made->push_back("result");
      }
      if (reader.is_open(message)) made->insert(made->begin() + 1, 20, "thought");
      reader.put(message, made);
    }
  }
}

std::string first_word(const Reader& reader) {
  const std::string row = first_row(reader);
  return row.substr(0, row.find(' '));
}

TEST(Reader, AnotherWidthOrDetailKeepsTheLineAtTheTop) {
  Reader reader = with(30, 10);
  reader.go_to({12, 0});
  answer_in_form(reader);
  reader.scroll(5);
  answer_in_form(reader);
  const std::string before = first_row(reader);
  const std::string word = first_word(reader);
  ASSERT_EQ(word.substr(0, 3), "m12");
  for (const int columns : {40, 131, 61, 200, 80}) {
    reader.set_size(columns, 10);
    answer_in_form(reader);
    EXPECT_NE(first_row(reader).find(word + " "), std::string::npos) << columns;
  }
  EXPECT_EQ(first_row(reader), before);
  for (const Detail detail : {Detail::kAll, Detail::kWords, Detail::kUsual}) {
    reader.set_detail(detail);
    answer_in_form(reader);
    EXPECT_EQ(first_row(reader), before);
  }
  reader.toggle(12);
  answer_in_form(reader);
  EXPECT_EQ(first_row(reader), before);
  reader.toggle(12);
  answer_in_form(reader);
  EXPECT_EQ(first_row(reader), before);
}

TEST(Reader, GrowthOfTheMessageThatIsReadKeepsThePlace) {
  Reader reader = with(3, 6);
  reader.go_to({2, 0});
  answer_in_form(reader);
  reader.scroll(3);
  const std::string before = first_row(reader);
  reader.forget_from(1);
  // What is there is shown until what is new has come.
  EXPECT_EQ(first_row(reader), before);
  EXPECT_FALSE(reader.has(2));
  reader.set_notes(std::vector<MessageNote>(5));
  answer_in_form(reader);
  EXPECT_EQ(first_row(reader), before);
}

TEST(Reader, MessagesThatComeInBetweenKeepThePlace) {
  Reader reader;
  reader.set_size(80, 6);
  std::vector<MessageNote> some, all;
  for (int i = 0; i < 40; ++i) {
    all.push_back({.entry = i});
    if (i % 2 == 0) some.push_back({.entry = i});
  }
  reader.set_notes(some);
  reader.go_to({10, 0});  // entry 20
  answer(reader, [](std::size_t) { return 4; });
  reader.toggle(10);
  reader.set_notes(all);
  EXPECT_EQ(reader.top().message, 20U);
  EXPECT_TRUE(reader.is_open(20));
  reader.set_notes(some);
  EXPECT_EQ(reader.top().message, 10U);
}

TEST(Reader, HoldsFewOfMany) {
  Reader reader = with(1'000'000, 50);
  reader.go_to({500'000, 0});
  for (int i = 0; i < 2000; ++i) {
    reader.scroll(40);
    answer(reader, [](std::size_t) { return 5; });
  }
  std::size_t held = 0;
  for (std::size_t m = 500'000; m < 530'000; ++m) held += reader.has(m) ? 1U : 0U;
  EXPECT_LE(held, 400U);
  EXPECT_GT(held, 10U);
}

TEST(Reader, JumpsFindTheNextOfAKind) {
  Reader reader = with(10, 4);
  std::vector<MessageNote> notes(10);
  notes[3].prompt = notes[7].prompt = true;
  reader.set_notes(notes);
  answer(reader, [](std::size_t) { return 3; });
  EXPECT_TRUE(reader.jump(&MessageNote::prompt, 1));
  EXPECT_EQ(reader.focus(), 3U);
  EXPECT_TRUE(reader.jump(&MessageNote::prompt, 1));
  EXPECT_EQ(reader.focus(), 7U);
  EXPECT_FALSE(reader.jump(&MessageNote::prompt, 1));
  EXPECT_TRUE(reader.jump(&MessageNote::prompt, -1));
  EXPECT_EQ(reader.focus(), 3U);
}

TEST(Reader, WhatWasFoundStaysInSightWhenLinesAboveCome) {
  Reader reader = with(100, 10);
  reader.go_to({50, 2}, 4);
  // The message itself comes first, its neighbours later.
  reader.put(50, lines(50, 5));
  reader.put(49, lines(49, 30));
  answer(reader, [](std::size_t) { return 30; });
  bool seen = false;
  for (const Reader::Row& row : reader.window()) seen |= row.text && *row.text == "50.2";
  EXPECT_TRUE(seen);
}

// Whatever is done, the window is full when there is enough, and the focus is in it.
TEST(Reader, RandomMoves) {
  std::mt19937 random(7);
  Reader reader = with(60, 7);
  for (int i = 0; i < 5000; ++i) {
    switch (random() % 9) {
      case 0:
        reader.scroll(static_cast<int>(random() % 40) - 20);
        break;
      case 1:
        reader.go_to_end();
        break;
      case 2:
        reader.go_to_start();
        break;
      case 3:
        reader.move_focus(random() % 2 ? 1 : -1);
        break;
      case 4:
        reader.toggle(random() % 60);
        break;
      case 5:
        reader.go_to({random() % 80, static_cast<int>(random() % 9)},
                     static_cast<int>(random() % 5));
        break;
      case 6:
        reader.set_size(60 + static_cast<int>(random() % 3), 3 + static_cast<int>(random() % 9));
        break;
      case 7:
        reader.set_detail(static_cast<Detail>(random() % 3));
        break;
      default:
        reader.forget_from(random() % 60);
    }
    if (random() % 3 == 0) continue;  // the answer takes its time
    answer(reader);
    const auto rows = reader.window();
    ASSERT_EQ(rows.size(), static_cast<std::size_t>(reader.rows())) << i;
    bool focus = false;
    for (const Reader::Row& row : rows) {
      ASSERT_TRUE(row.text) << i;
      focus |= row.message == reader.focus();
    }
    EXPECT_TRUE(focus || height_of(reader.focus()) + static_cast<int>(reader.focus() % 3) == 0)
        << i;
  }
}

TEST(FindWords, CaseCountsOnlyWhereItIsTyped) {
  EXPECT_EQ(find_words("Frost and frost", "frost").size(), 2U);
  EXPECT_EQ(find_words("Frost and frost", "Frost").size(), 1U);
  EXPECT_EQ(find_words("ÄPFEL äpfel", "äpfel").size(), 2U);
  EXPECT_TRUE(find_words("anything", "").empty());
}

}  // namespace
}  // namespace clew::tui
