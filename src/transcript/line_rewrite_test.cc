// SPDX-License-Identifier: MIT
#include "transcript/line_rewrite.h"

#include <random>

#include <gtest/gtest.h>

#include "json/value.h"

namespace clew {
namespace {

TEST(LineRewrite, OnlyTheSessionChanges) {
  const std::string line =
      R"( {"a" : 1.0 , "t":"\ud83d \u00e9 \"sessionId\":\"x\"", "sessionId" :"old","n":{"sessionId":"old"},"e":[]} )";
  const std::string want =
      R"( {"a" : 1.0 , "t":"\ud83d \u00e9 \"sessionId\":\"x\"", "sessionId" :"new","n":{"sessionId":"old"},"e":[]} )";
  EXPECT_EQ(rewritten_line(line, "new", {}), want);
  EXPECT_EQ(rewritten_line(R"({"sessionId":"a","b":1,"sessionId":"c"})", "new", {}),
            R"({"sessionId":"new","b":1,"sessionId":"new"})");
}

TEST(LineRewrite, LinesAreNamedByTheirNewUuids) {
  const NewIds ids{{"u1", "n1"}, {"u2", "n2"}};
  EXPECT_EQ(
      rewritten_line(R"({"uuid":"u1","parentUuid":"u2","text":"u1","logicalParentUuid":null})", "s",
                     ids),
      R"({"uuid":"n1","parentUuid":"n2","text":"u1","logicalParentUuid":null})");
  EXPECT_EQ(
      rewritten_line(
          R"({"compactMetadata":{"preservedMessages":{"anchorUuid":"u1","uuids":["u2","u3"]}},"leafUuid":"u2"})",
          "s", ids),
      R"({"compactMetadata":{"preservedMessages":{"anchorUuid":"n1","uuids":["n2","u3"]}},"leafUuid":"n2"})");
  EXPECT_EQ(
      rewritten_line(R"({"messageId":"u1","snapshot":{"messageId":"u1","x":"a\"u1\""}})", "s", ids),
      R"({"messageId":"n1","snapshot":{"messageId":"n1","x":"a\"u1\""}})");
}

TEST(LineRewrite, WhatIsNoObjectStays) {
  for (const char* line : {"", "torn", "[1]", "\"sessionId\"", "{", "{\"a\"",
                           "{\"sessionId\":", "{}", "null", "{\"a\":{\"b\"", "{\"a\":\"\\"}) {
    EXPECT_EQ(rewritten_line(line, "s", {{"a", "b"}}), line) << line;
  }
}

// Whatever comes, it ends, and without anything to replace nothing changes.
TEST(LineRewrite, AnyBytes) {
  std::mt19937 random(3);
  const std::string alphabet = "{}[]\":,\\ ax1\n";
  for (int round = 0; round < 20'000; ++round) {
    std::string line = round % 2 == 0 ? "{" : "";
    for (auto left = random() % 24; left > 0; --left) line += alphabet[random() % alphabet.size()];
    EXPECT_EQ(rewritten_line(line, "s", {{"none", "other"}}), line);
  }
}

}  // namespace
}  // namespace clew
