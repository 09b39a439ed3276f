// SPDX-License-Identifier: MIT

#include "json/condensed.h"

#include <string>

#include <gtest/gtest.h>

namespace clew::json {
namespace {

std::string condensed(std::string_view text, CondenseLimits limits) {
  Condenser condenser(limits);
  StreamReader reader(condenser);
  EXPECT_TRUE(reader.feed(text));
  EXPECT_TRUE(reader.finish());
  std::string small = condenser.take();
  Parser parser;
  EXPECT_TRUE(parser.parse_copy(small)) << small;
  return small;
}

TEST(Condenser, KeepsWhatIsSmall) {
  const std::string text = R"({"a":"b\n","c":[1,{"d":null}],"e":{},"f":[],"g":-1.5e3})";
  EXPECT_EQ(condensed(text, {}), text);
}

TEST(Condenser, CutsLongTextsBetweenCharactersAndSaysTheirSize) {
  const std::string text = R"({"t":"aé中😀z","u":"aé中"})";
  EXPECT_EQ(condensed(text, {.longest_text = 6}),
            R"({"t":"aé中\n[... cut: the whole text has 11 bytes]","u":"aé中"})");
  EXPECT_EQ(condensed(text, {.longest_text = 2}),
            R"({"t":"a\n[... cut: the whole text has 11 bytes]",)"
            R"("u":"a\n[... cut: the whole text has 6 bytes]"})");
}

TEST(Condenser, SizesOfCutTextsAreFoundAgain) {
  EXPECT_EQ(cut_size("abc" + cut_mark(95'000'000)), 95'000'000);
  EXPECT_EQ(cut_size("abc"), std::nullopt);
  EXPECT_EQ(cut_size("cut: the whole text has 5 bytes]"), std::nullopt);
  EXPECT_EQ(cut_size("\n[... cut: the whole text has many bytes]"), std::nullopt);
}

TEST(Condenser, WhatAnObjectIsSurvivesAFloodBeforeIt) {
  std::string text = R"({"message":{"content":[)";
  for (int i = 0; i < 5000; ++i) text += R"({"type":"text","text":"some words here"},)";
  text += R"({"last":[[1]]}]},"numbers":[1)";
  for (int i = 0; i < 5000; ++i) text += ",[1]";
  text += R"(],"uuid":"u-1"})";
  Condenser condenser({.longest_text = 1000, .most = 20'000});
  StreamReader reader(condenser);
  ASSERT_TRUE(reader.feed(text));
  ASSERT_TRUE(reader.finish());
  EXPECT_GT(condenser.left_out(), 5000);
  const std::string small = condenser.take();
  EXPECT_LT(small.size(), 25'000U);
  Parser parser;
  auto root = parser.parse_copy(small);
  ASSERT_TRUE(root);
  EXPECT_EQ((*root)["uuid"].string_or(""), "u-1");
}

TEST(Condenser, ManyLongTextsLeaveRoomForTheShortOnes) {
  std::string text = "[";
  for (int i = 0; i < 100; ++i) {
    text += "{\"id\":\"id-" + std::to_string(i) + R"(","text":")" + std::string(1000, 'x') + "\"},";
  }
  text += "0]";
  const std::string small = condensed(text, {.longest_text = 1000, .most = 60'000});
  Parser parser;
  auto root = parser.parse_copy(small);
  ASSERT_TRUE(root);
  std::string last;
  for (const Value element : root->elements()) {
    if (element.is_object()) last = element["id"].string_or("");
  }
  EXPECT_EQ(last, "id-99");
}

// However many members the outermost object has.
TEST(Condenser, NothingGrowsWithoutBound) {
  std::string text = "{";
  for (int i = 0; i < 50'000; ++i) text += "\"key" + std::to_string(i) + "\":0,";
  text += "\"z\":0}";
  EXPECT_LT(condensed(text, {.longest_text = 100, .most = 1000}).size(), 3000U);
}

}  // namespace
}  // namespace clew::json
