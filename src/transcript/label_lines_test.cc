// SPDX-License-Identifier: MIT
#include "transcript/label_lines.h"

#include <gtest/gtest.h>

namespace clew {
namespace {

TEST(HintOf, TellsByTheFirstBytes) {
  EXPECT_EQ(hint_of(R"({"parentUuid":"x","type":"user"})"), LineHint::kChain);
  EXPECT_EQ(hint_of(R"({"parentUuid":null,"type":"system"})"), LineHint::kStart);
  EXPECT_EQ(hint_of(R"({"parentUuid": "x"})"), LineHint::kStart);
  EXPECT_EQ(hint_of(R"({"type":"custom-title","customTitle":"x"})"), LineHint::kLabel);
  EXPECT_EQ(hint_of(R"({"type":"summary","summary":"x"})"), LineHint::kLabel);
  EXPECT_EQ(hint_of(R"({"type":"user","message":{}})"), LineHint::kStart);
  EXPECT_EQ(hint_of(R"({"type":"file-history-snapshot"})"), LineHint::kOther);
}

TEST(HintOf, LeavesEveryOtherFormToTheParser) {
  for (const std::string_view line :
       {R"({ "type": "tag"})", R"({"type": "tag"})", R"({"sessionId":"s","type":"tag"})", "{", "",
        "garbage", R"({"type":"unclosed)"}) {
    EXPECT_EQ(hint_of(line), LineHint::kAny) << line;
  }
}

Labels labels_of(const std::vector<std::string>& lines) {
  json::Parser parser;
  Labels labels;
  for (const std::string& line : lines) take_label(LineFields(*parser.parse_copy(line)), labels);
  return labels;
}

TEST(Labels, TheLastOfAKindCountsAndAnEmptyOneClears) {
  const Labels labels =
      labels_of({R"({"type":"custom-title","customTitle":"a"})",
                 R"({"type":"custom-title","customTitle":"b"})",
                 R"({"type":"ai-title","aiTitle":"c"})", R"({"type":"agent-name","agentName":"d"})",
                 R"({"type":"tag","tag":"e"})", R"({"type":"tag","tag":""})"});
  EXPECT_EQ(labels.custom_title, "b");
  EXPECT_EQ(labels.ai_title, "c");
  EXPECT_EQ(labels.agent_name, "d");
  EXPECT_EQ(labels.tag, "");
}

TEST(Labels, ALineWithoutItsTextChangesNothing) {
  const Labels labels =
      labels_of({R"({"type":"last-prompt","lastPrompt":"p","leafUuid":"u1"})",
                 R"({"type":"last-prompt","leafUuid":"u2"})", R"({"type":"tag","tag":"t"})",
                 R"({"type":"tag","tag":7})", R"({"type":"tag"})", "[]", R"({"tag":"x"})"});
  EXPECT_EQ(labels.last_prompt, "p");
  EXPECT_EQ(labels.last_leaf, "u2");
  EXPECT_EQ(labels.tag, "t");
}

TEST(Labels, WhatIsWrittenIsRead) {
  EXPECT_EQ(title_line("s1", "a \"b\""),
            R"({"type":"custom-title","customTitle":"a \"b\"","sessionId":"s1"})");
  const Labels labels = labels_of({title_line("s1", "a"), tag_line("s1", "t")});
  EXPECT_EQ(labels.custom_title, "a");
  EXPECT_EQ(labels.tag, "t");
}

TEST(Labels, KnowsTheSummaryThatContinuesAnotherSession) {
  EXPECT_EQ(labels_of({R"({"type":"summary","summary":"s","leafUuid":"u"})"}).continues, "");
  EXPECT_EQ(
      labels_of({R"({"type":"summary","summary":"s","leafUuid":"u","isCompactSummary":true})"})
          .continues,
      "u");
}

}  // namespace
}  // namespace clew
