// SPDX-License-Identifier: MIT
#include "transcript/first_prompt.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

std::string first_of(const std::vector<std::string>& lines) {
  json::Parser parser;
  FirstPrompt prompt;
  for (const std::string& line : lines) {
    if (!prompt.found()) prompt.offer(LineFields(*parser.parse_copy(line)));
  }
  return prompt.text();
}

std::string user(const std::string& content, const std::string& more = "") {
  return R"({"type":"user","message":{"role":"user","content":)" + content + "}" + more + "}";
}

TEST(FirstPrompt, IsTheFirstTypedText) {
  EXPECT_EQ(first_of({user(R"("fix it")"), user(R"("and that")")}), "fix it");
  EXPECT_EQ(first_of({user(R"([{"type":"image"},{"type":"text","text":"see"}])")}), "see");
  EXPECT_EQ(first_of({}), "");
}

TEST(FirstPrompt, PassesOverWhatNobodyTyped) {
  EXPECT_EQ(
      first_of({user(R"("a")", R"(,"isMeta":true)"), user(R"("b")", R"(,"isCompactSummary":true)"),
                user(R"([{"type":"tool_result","content":"c"},{"type":"text","text":"d"}])"),
                user(R"("[Request interrupted by user for tool use]")"),
                user(R"("<ide_selection a=\"1\">x</ide_selection>")"), user(R"("  \n ")"),
                user(R"("Caveat: The messages below were generated")"),
                R"({"type":"assistant","message":{"content":"e"}})", user(R"("real")")}),
      "real");
}

TEST(FirstPrompt, KeepsTextThatOnlyLooksLikeATag) {
  EXPECT_EQ(first_of({user(R"("<Button> is broken")")}), "<Button> is broken");
  EXPECT_EQ(first_of({user(R"("<3 this")")}), "<3 this");
  EXPECT_EQ(first_of({user(R"("<a")")}), "<a");
  EXPECT_EQ(first_of({user(R"("<a>")"), user(R"("said")")}), "said") << "the shortest tag";
  EXPECT_EQ(first_of({user(R"("<a b")"), user(R"("said")")}), "said");
}

TEST(FirstPrompt, TakesACommandOnlyForWantOfWords) {
  const std::string command =
      user(R"("<command-message>init</command-message>\n<command-name>/init</command-name>")");
  EXPECT_EQ(first_of({command}), "/init");
  EXPECT_EQ(first_of({command, user(R"("words")")}), "words");
  EXPECT_EQ(first_of({user(R"("<bash-input>ls -l</bash-input>")")}), "! ls -l");
}

TEST(FirstPrompt, SurvivesAnyShape) {
  EXPECT_EQ(first_of({"[]", "1", "null", R"({"type":7})", R"({"type":"user"})",
                      R"({"type":"user","message":3})", user("null"), user("[1,null,[]]"),
                      user(R"([{"type":"text","text":4}])")}),
            "");
}

TEST(PreviewOf, CutsAtTwoHundredUtf16Units) {
  EXPECT_EQ(preview_of(" a\nb\n\n c "), "a b   c");
  EXPECT_EQ(preview_of(std::string(200, 'x')), std::string(200, 'x'));
  EXPECT_EQ(preview_of(std::string(201, 'x')), std::string(200, 'x') + "…");
  EXPECT_EQ(preview_of(std::string(199, 'x') + "🎈y"), std::string(199, 'x') + "…");
  EXPECT_EQ(preview_of(std::string(195, 'x') + "     y" + std::string(9, 'z')),
            std::string(195, 'x') + "…");
}

}  // namespace
}  // namespace clew
