// SPDX-License-Identifier: MIT
#include "redact/redactor.h"

#include <gtest/gtest.h>

#include "json/writer.h"
#include "redact/test_finder.h"
#include "redact/test_sample.h"

namespace clew::redact {
namespace {

std::vector<std::string> redacted(const std::vector<std::string>& lines) {
  Redactor redactor(finder());
  for (const std::string& line : lines) redactor.collect_line(line);
  redactor.finish();
  std::vector<std::string> out;
  for (const std::string& line : lines) out.push_back(redactor.redact_line(line).value_or(line));
  return out;
}

TEST(Redactor, TheSameLabelEverywhere) {
  const auto out = redacted(
      {R"({"a":"is )" + kPassword + R"( still valid?","n":1.50})",
       R"({"text":"DB_PASSWORD=)" + kPassword + R"(\nTOKEN=)" + kToken + R"("})",
       R"({"cut":")" + kToken.substr(0, 20) + R"(…","b":[")" + kToken.substr(22) + R"("]})"});
  EXPECT_EQ(out[0], R"({"a":"is [password 1] still valid?","n":1.50})");
  EXPECT_EQ(out[1], R"({"text":"DB_PASSWORD=[password 1]\nTOKEN=[github-token 1]"})");
  EXPECT_EQ(out[2], R"({"cut":"[github-token 1]…","b":["[github-token 1]"]})");
}

TEST(Redactor, NestedAndEncoded) {
  const std::string inner = "{\"password\":" + as_json("a/" + kPassword) + "}";
  const auto out = redacted({"{\"x\":" + as_json(inner) + "}",
                             "{\"x\":" + as_json("{\"y\":" + as_json(inner) + "}") + "}"});
  EXPECT_EQ(out[0], R"({"x":"{\"password\":\"[password 1]\"}"})");
  EXPECT_EQ(out[1], R"({"x":"{\"y\":\"{\\\"password\\\":\\\"[password 1]\\\"}\"}"})");
}

TEST(Redactor, NamesOfMembersAndListsOfLines) {
  EXPECT_EQ(redacted({R"({"env":[{"name":"DB_PASSWORD","value":")" + kPassword + R"("}]})"})[0],
            R"({"env":[{"name":"DB_PASSWORD","value":"[password 1]"}]})");
  const std::string line = "QKX8at9fxRhnhnHP0Q81SuDdjsqWhDfxy7G4xPd004ImH9eIyk9QUPEf26pW";
  const std::string head = std::string("-----BEGIN ") + "PRIVATE KEY-----";
  EXPECT_EQ(
      redacted({R"({"lines":["+)" + head + R"(","+)" + line + R"(","+)" + line + R"(","+"]})"})[0],
      R"({"lines":["+)" + head + R"(","+[private-key 1]","+[private-key 1]","+"]})");
}

TEST(Redactor, TornLinesAndOtherTexts) {
  EXPECT_EQ(redacted({R"({"a":"x )" + kToken + R"( and then)"})[0],
            R"({"a":"x [github-token 1] and then)");
  Redactor redactor(finder());
  redactor.collect_text("PASSWORD=" + kPassword + "\n");
  redactor.finish();
  EXPECT_EQ(redactor.redact_text("a " + kPassword + " b"), "a [password 1] b");
  EXPECT_FALSE(redactor.redact_text("nothing"));
}

TEST(Redactor, IdsAndSignaturesStay) {
  const std::string id = "075847b2-ae94-49b2-8902-38b40a51eaf8";
  const auto out = redacted({R"({"uuid":")" + id + R"(","text":"api_token=)" + id + R"("})"});
  EXPECT_EQ(out[0], R"({"uuid":")" + id + R"(","text":"api_token=[token 1]"})");
}

TEST(Redactor, WhatIsKeptStays) {
  Redactor redactor(finder(), [](const TextFinding& one) { return one.kind == "password"; });
  const std::string line = R"({"a":"password=)" + kPassword + R"("})";
  redactor.collect_line(line);
  redactor.finish();
  EXPECT_FALSE(redactor.redact_line(line));
}

// Whatever is around it: what comes out is JSON, the same but for the strings that had the secret,
// and in these nothing but the secret is gone.
TEST(Redactor, EverythingElseIsDeepEqual) {
  Sampler dice(11);
  const std::vector<std::string> pieces = {"\"", "\\",          "\n",      "→",    "{",
                                           "}",  "plain words", "\\u0041", "%20",  "好",
                                           "=",  ":",           "'",       "1.50", "TE9HPWluZm8K"};
  for (int round = 0; round < 500; ++round) {
    std::string before;
    std::string after;
    for (std::size_t i = dice.below(8); i > 0; --i) before += pieces[dice.below(pieces.size())];
    for (std::size_t i = dice.below(8); i > 0; --i) after += pieces[dice.below(pieces.size())];
    before += " ";
    after = " " + after;
    const std::string line =
        "{\"n\":[1.50,1e3,null,true],\"t\":" + as_json(before + kToken + after) +
        ",\"o\":" + as_json(after) + "}";
    const std::string expected =
        "{\"n\":[1.50,1e3,null,true],\"t\":" + as_json(before + "[github-token 1]" + after) +
        ",\"o\":" + as_json(after) + "}";
    json::Parser parser;
    const std::string out = redacted({line})[0];
    ASSERT_TRUE(parser.parse_copy(out)) << out;
    EXPECT_EQ(out, expected);
  }
}

}  // namespace
}  // namespace clew::redact
