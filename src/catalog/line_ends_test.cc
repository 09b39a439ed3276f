// SPDX-License-Identifier: MIT
#include "catalog/line_ends.h"

#include <algorithm>
#include <array>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "catalog/message_count.h"
#include "json/value.h"
#include "json/writer.h"

namespace clew {
namespace {

TEST(MemberAtEnds, ReadsBothEnds) {
  const std::string_view line =
      R"({"a":"1","b" : true , "n":-1.5e3,"m":{"x":"inside","a":2},"c":null, "d":"e\"f\\" })";
  EXPECT_EQ(member_at_ends(line, "a"), R"("1")");
  EXPECT_EQ(member_at_ends(line, "b"), "true");
  EXPECT_EQ(member_at_ends(line, "n"), "-1.5e3");
  EXPECT_EQ(member_at_ends(line, "c"), "null");
  EXPECT_EQ(member_at_ends(line, "d"), R"("e\"f\\")");
  EXPECT_EQ(member_at_ends(line, "m"), "");
  EXPECT_EQ(member_at_ends(line, "x"), "");
}

TEST(MemberAtEnds, OfRepeatedKeysTheLastCounts) {
  EXPECT_EQ(member_at_ends(R"({"a":1,"a":2})", "a"), "2");
  EXPECT_EQ(member_at_ends(R"({"a":1,"a":2,"m":[]})", "a"), "2");
  EXPECT_EQ(member_at_ends(R"({"a":1,"m":[],"a":2,"a":3})", "a"), "3");
}

TEST(MemberAtEnds, IsNotFooledByTexts) {
  EXPECT_EQ(member_at_ends(R"({"t":"x\",\"a\":1}","m":{},"z":"{\"a\":2}"})", "a"), "");
  EXPECT_EQ(member_at_ends(R"({"m":{},"z":"\\","a":"\\\""})", "a"), R"("\\\"")");
  EXPECT_EQ(member_at_ends(R"({"m":{},"z":"\\","a":"\\\""})", "z"), R"("\\")");
}

TEST(MemberAtEnds, SurvivesEveryCut) {
  const std::string line = R"({"a":"1\"","m":{"x":[1,{"y":"\\"}]},"b":"2\\","a":true})";
  for (std::size_t begin = 0; begin <= line.size(); ++begin) {
    for (std::size_t size = 0; size <= line.size() - begin; ++size) {
      member_at_ends(std::string_view(line).substr(begin, size), "a");
    }
  }
}

TEST(PeekMessage, KnowsWhatItKnows) {
  EXPECT_EQ(peek_message(R"({"parentUuid":"x","type":"user","message":{"content":[]},"uuid":"u"})"),
            true);
  EXPECT_EQ(peek_message(R"({"parentUuid":"x","message":{"type":"user"},"type":"assistant"})"),
            true);
  EXPECT_EQ(peek_message(R"({"type":"system","message":{"type":"user"}})"), false);
  EXPECT_EQ(peek_message(R"({"message":{"type":"user"},"x":1})"), std::nullopt);
  EXPECT_EQ(peek_message(R"({"type":"user","isMeta":true,"message":{}})"), std::nullopt);
  EXPECT_EQ(peek_message(R"({"m":{},"type":"user","n":[]})"), std::nullopt);
  EXPECT_EQ(peek_message(""), std::nullopt);
}

// Lines made by chance: whenever the ends tell, they tell the same as the parser.
class Dice {
 public:
  std::string line() {
    json::Writer writer;
    object(writer, 3);
    return writer.take();
  }

 private:
  int roll(int sides) { return std::uniform_int_distribution<int>(0, sides - 1)(random_); }
  std::string text() {
    static constexpr const char* kTexts[] = {"user", "assistant", "system", "",
                                             "\"",   "\\",        "\\\"",   "\",\"type\":\"user",
                                             "}",    "{",         "a\nb"};
    return kTexts[roll(11)];
  }
  void value(json::Writer& writer, int depth) {
    switch (roll(depth > 0 ? 7 : 5)) {
      case 0:
        writer.value(roll(2) == 0);
        break;
      case 1:
        writer.value(roll(1000) - 500);
        break;
      case 2:
        writer.null();
        break;
      case 5:
        object(writer, depth - 1);
        break;
      case 6:
        writer.begin_array();
        for (int i = roll(3); i > 0; --i) value(writer, depth - 1);
        writer.end_array();
        break;
      default:
        writer.value(text());
    }
  }
  void object(json::Writer& writer, int depth) {
    std::array<const char*, 6> keys = {"type", "isMeta", "uuid", "message", "\"", "\\"};
    std::shuffle(keys.begin(), keys.end(), random_);
    writer.begin_object();
    for (int i = roll(7); i > 0; --i) {
      writer.key(keys[static_cast<std::size_t>(i - 1)]);
      value(writer, depth);
    }
    writer.end_object();
  }

  std::mt19937 random_{20260101};
};

TEST(PeekMessage, AgreesWithTheParser) {
  Dice dice;
  json::Parser parser;
  int told = 0;
  for (int i = 0; i < 100'000; ++i) {
    const std::string line = dice.line();
    const auto peeked = peek_message(line);
    if (!peeked) continue;
    ++told;
    const auto value = parser.parse_copy(line);
    ASSERT_TRUE(value) << line;
    ASSERT_EQ(*peeked, is_message(*value)) << line;
  }
  EXPECT_GT(told, 10'000);
}

}  // namespace
}  // namespace clew
