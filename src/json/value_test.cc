// SPDX-License-Identifier: MIT

#include "json/value.h"

#include <string>

#include <gtest/gtest.h>

namespace clew::json {
namespace {

TEST(Value, ReadsKindsAndFallsBackOnTheWrongOne) {
  Parser parser;
  auto root =
      parser.parse_copy(R"({"s":"x","i":-7,"d":2.5,"w":3.0,"t":true,"n":null,"a":[1],"o":{}})");
  ASSERT_TRUE(root) << root.error().message;
  const Value v = *root;
  EXPECT_EQ(v["s"].string_or("-"), "x");
  EXPECT_EQ(v["i"].int_or(0), -7);
  EXPECT_EQ(v["d"].int_or(99), 99);
  EXPECT_EQ(v["d"].number_or(0), 2.5);
  EXPECT_EQ(v["w"].int_or(0), 3);
  EXPECT_TRUE(v["t"].bool_or(false));
  EXPECT_EQ(v["n"].kind(), Kind::kNull);
  EXPECT_EQ(v["a"].kind(), Kind::kArray);
  EXPECT_EQ(v["o"].kind(), Kind::kObject);
  EXPECT_EQ(v["i"].string_or("-"), "-");
  EXPECT_EQ(v["s"].int_or(5), 5);
  EXPECT_TRUE(v["missing"].is_missing());
  EXPECT_EQ(v["missing"]["deeper"].string_or("-"), "-");
}

TEST(Value, LastOfRepeatedKeysWins) {
  Parser parser;
  auto root = parser.parse_copy(R"({"a":1,"b":2,"a":3})");
  ASSERT_TRUE(root);
  EXPECT_EQ((*root)["a"].int_or(0), 3);
}

TEST(Value, WalksMembersAndElementsOverNestedValues) {
  Parser parser;
  auto root = parser.parse_copy(R"({"a":{"x":[1,2]},"b":[{"y":1},"z",[]],"c":1.5})");
  ASSERT_TRUE(root);
  std::string keys;
  for (const auto& [key, value] : root->members()) keys += key;
  EXPECT_EQ(keys, "abc");
  int count = 0;
  for (const Value v : (*root)["b"].elements()) {
    ++count;
    (void)v;
  }
  EXPECT_EQ(count, 3);
  EXPECT_TRUE((*root)["c"].elements().empty());
  EXPECT_EQ((*root)["b"].to_json(), R"([{"y":1},"z",[]])");
}

TEST(Parser, AcceptsWhatJavaScriptAccepts) {
  Parser parser;
  auto lone = parser.parse_copy(R"({"t":"a\ud83db","ok":"\ud83d\ude00"})");
  ASSERT_TRUE(lone) << lone.error().message;
  EXPECT_TRUE(parser.repairs().lone_surrogate);
  EXPECT_EQ((*lone)["t"].string_or(""),
            "a\xEF\xBF\xBD"
            "b");
  EXPECT_EQ((*lone)["ok"].string_or(""), "\xF0\x9F\x98\x80");

  auto bytes = parser.parse_copy("{\"t\":\"a\xFF\xC3(\"}");
  ASSERT_TRUE(bytes);
  EXPECT_TRUE(parser.repairs().invalid_utf8);
  EXPECT_EQ((*bytes)["t"].string_or(""), "a\xEF\xBF\xBD\xEF\xBF\xBD(");

  auto huge = parser.parse_copy(R"({"n":123456789012345678901234567890,"e":1e999,"t":1e-999})");
  ASSERT_TRUE(huge) << huge.error().message;
  EXPECT_TRUE(parser.repairs().huge_number);
  EXPECT_GT((*huge)["n"].number_or(0), 1e29);
  EXPECT_GT((*huge)["e"].number_or(0), 1e308);
  EXPECT_EQ((*huge)["t"].number_or(1), 0);

  auto digits = parser.parse_copy("{\"n\":-" + std::string(400, '5') + "}");
  ASSERT_TRUE(digits) << digits.error().message;
  EXPECT_TRUE(parser.repairs().huge_number);
  EXPECT_LT((*digits)["n"].number_or(0), -1e308);

  ASSERT_TRUE(parser.parse_copy(R"({"plain":1})"));
  EXPECT_FALSE(parser.repairs().any());
}

TEST(Parser, RefusesWhatJavaScriptRefuses) {
  Parser parser;
  for (const char* text :
       {"", "{", R"({"a":"b)", R"({"a":1}{"b":2})", R"({"a":[1,2})", R"({"a":01})", R"({"a":tru})",
        R"(26-02-13T03:24:54.783Z"})", "{\"a\":\"\x01\"}", R"({"a":"\x"})", R"({"a":1,})"}) {
    auto result = parser.parse_copy(text);
    ASSERT_FALSE(result) << text;
    EXPECT_EQ(result.error().code, ErrorCode::kCorrupt) << text;
    EXPECT_FALSE(result.error().message.empty());
  }
}

TEST(Parser, RefusesDeepNestingAndGoesOn) {
  Parser parser;
  const std::string deep = std::string(10000, '[') + std::string(10000, ']');
  auto result = parser.parse_copy(deep);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("1024"), std::string::npos);
  EXPECT_TRUE(parser.parse_copy("[1]"));
}

}  // namespace
}  // namespace clew::json
