// SPDX-License-Identifier: MIT

#include <string>

#include <gtest/gtest.h>

#include "transcript/rules.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

std::string sent(std::string_view notation, RuleSet rules = RuleSet::k21) {
  return TestTranscript(notation).sent(rules);
}

TEST(SentEntries, AreTheChainForRulesThatSendNothing) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    s1 < u1 system
    a1 < s1 assistant "yes"
  )");
  EXPECT_EQ(file.sent(RuleSet::kNewestLeaf), "u1 s1 a1");
  EXPECT_EQ(file.sent(RuleSet::kSdk), "u1 a1");
  EXPECT_EQ(file.sent(RuleSet::k21), "u1 a1");
}

TEST(SentEntries, ApiErrorsAreSentOnlyBy10) {
  constexpr std::string_view kFile = R"(
    u1 < - user "hi"
    a1 < u1 assistant error "API Error"
    u2 < a1 user "again"
  )";
  EXPECT_EQ(sent(kFile), "u1 u2");
  EXPECT_EQ(sent(kFile, RuleSet::k20), "u1 u2");
  EXPECT_EQ(sent(kFile, RuleSet::k10), "u1 a1 u2");
}

TEST(SentEntries, CallsWithoutAResultAreDropped) {
  constexpr std::string_view kFile = R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m "text"
    a2 < a1 assistant id:m call:t1
    u2 < a2 user "never mind"
    a3 < u2 assistant "ok"
  )";
  EXPECT_EQ(sent(kFile), "u1 a1 u2 a3");
  EXPECT_EQ(sent(kFile, RuleSet::k20), "u1 a1 u2 a3");
}

TEST(SentEntries, CallsOfAStoppedTurnAreKept) {
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant call:t1
  )"),
            "u1 a1");
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    r2 < a2 user result:t2
  )"),
            "u1 a1 a2 r2");
}

TEST(SentEntries, OrphanAndSecondResultsAreDroppedBy21) {
  constexpr std::string_view kFile = R"(
    u1 < - user "hi"
    r0 < u1 user result:nobody
    a1 < r0 assistant call:t1
    r1 < a1 user result:t1
    r2 < r1 user result:t1
    a2 < r2 assistant "done"
  )";
  EXPECT_EQ(sent(kFile), "u1 a1 r1 a2");
  EXPECT_EQ(sent(kFile, RuleSet::k10), "u1 r0 a1 r1 r2 a2");
}

TEST(SentEntries, AResultMustFollowItsCall) {
  constexpr std::string_view kFile = R"(
    u1 < - user "hi"
    a1 < u1 assistant call:t1
    a2 < a1 assistant "something else"
    r1 < a2 user result:t1
    a3 < r1 assistant "done"
  )";
  EXPECT_EQ(sent(kFile), "u1 a1 a2 a3");  // the call goes out as "result missing"
  EXPECT_EQ(sent(kFile, RuleSet::k20), "u1 a1 a2 r1 a3");
}

TEST(SentEntries, LinesOfOneMessageStandTogetherTextFirst) {
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m call:t1
    r1 < a1 user result:t1
    a2 < r1 assistant id:m call:t2
    r2 < a2 user result:t2
    a3 < r2 assistant id:m "said last, sent first"
    u2 < a3 user "next"
  )"),
            "u1 a3 a1 a2 r1 r2 u2");
}

// What separates two lines of one message is a message of the user without any result.
TEST(SentEntries, WordsAloneKeepMessagesOfOneIdApart) {
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m "one"
    u2 < a1 user "words"
    a2 < u2 assistant id:m "two"
  )"),
            "u1 a1 u2 a2");
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m "one"
    k1 < a1 user meta "added"
    a2 < k1 assistant id:m "two"
  )"),
            "u1 a1 k1 a2");
  constexpr std::string_view kWithResult = R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m call:t1
    r1 < a1 user result:t1
    u2 < r1 user "words"
    b1 < u2 assistant id:other "between"
    k1 < b1 user result:t0
    a2 < k1 assistant id:m "two"
  )";
  EXPECT_EQ(sent(kWithResult, RuleSet::k20), "u1 a2 a1 r1 u2 b1 k1");
  EXPECT_EQ(sent(kWithResult, RuleSet::k10), "u1 a1 r1 u2 b1 k1 a2");
}

TEST(SentEntries, ResultsGoBeforeTexts) {
  constexpr std::string_view kFile = R"(
    u1 < - user "hi"
    a1 < u1 assistant call:t1
    x1 < a1 attachment sub:file
    r1 < x1 user result:t1
    a2 < r1 assistant "done"
  )";
  EXPECT_EQ(sent(kFile), "u1 a1 r1 x1 a2");
  EXPECT_EQ(sent(kFile, RuleSet::k10), "u1 a1 r1 a2");
}

TEST(SentEntries, BlankAndEmptyAnswers) {
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant blank
    u2 < a1 user "hello?"
    a2 < u2 assistant
    u3 < a2 user "hello??"
  )"),
            "u1 u2 a2 u3");
}

TEST(SentEntries, ThinkingGoesOnlyWithSomethingElse) {
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant think
    u2 < a1 user "and?"
    a2 < u2 assistant id:m think
    a3 < a2 assistant id:m "yes"
  )"),
            "u1 u2 a2 a3");
}

TEST(SentEntries, ThinkingGoesWithSentWordsOfItsMessageAnywhere) {
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m think
    u2 < a1 user "words between"
    a2 < u2 assistant id:m "yes"
  )"),
            "u1 a1 u2 a2");
  // A call that is dropped keeps nothing.
  EXPECT_EQ(sent(R"(
    u1 < - user "hi"
    a1 < u1 assistant id:m think
    a2 < a1 assistant id:m call:t1
    u2 < a2 user "and?"
    a3 < u2 assistant "yes"
  )"),
            "u1 u2 a3");
}

// Signed thinking is for the model that wrote it: the one that the session is resumed with.
TEST(SentEntries, SignedThinkingGoesOnlyToItsOwnModel) {
  const auto kept = [](const std::string& model, const std::string& last) {
    return sent("u1 < - user \"hi\"\n a1 < u1 assistant id:m model:" + model +
                " signed\n a2 < a1 assistant id:m model:" + model +
                " \"yes\"\n u2 < a2 user \"next\"\n a3 < u2 assistant model:" + last +
                " \"end\"") == "u1 a1 a2 u2 a3";
  };
  for (const char* model :
       {"claude-opus-4-5-20251101", "claude-sonnet-4-5", "claude-opus-4-6", "claude-opus-4.8",
        "us.anthropic.claude-opus-4-5-20251101-v1:0", "claude-fable-5", "claude-haiku-4-5"}) {
    EXPECT_TRUE(kept(model, model)) << model;
    EXPECT_FALSE(kept(model, "claude-opus-4-7")) << model;
  }
  EXPECT_TRUE(kept("claude-opus-4-8", "vendor/Claude-Opus-4.8-20260101"));
  EXPECT_TRUE(kept("claude-sonnet-4-5", "<synthetic>")) << "of the last real answer";
  // Retired ones and those of others are replaced by the CLI's default.
  for (const char* model :
       {"claude-opus-4-1-20250805", "claude-sonnet-4-20250514", "deepseek-chat", "glm-4.7",
        "other-5", "claude-", "claude", "claude-opus", "claude-opus-", "claude-opus-4-",
        "claude-3-7-sonnet-20250219", "claude-opus-99999999999999999999"}) {
    EXPECT_FALSE(kept(model, model)) << model;
  }
  EXPECT_TRUE(kept("claude-opus-5-5", "deepseek-chat"));
}

TEST(SentEntries, AttachmentsThatSaySomething) {
  const auto goes = [](const std::string& attachment, RuleSet rules) {
    return sent("u1 < - user \"hi\"\n x1 < u1 attachment " + attachment +
                    "\n a1 < x1 assistant \"yes\"",
                rules) == "u1 x1 a1";
  };
  EXPECT_TRUE(goes("sub:file", RuleSet::k21));
  EXPECT_TRUE(goes("sub:file", RuleSet::k20));
  EXPECT_FALSE(goes("sub:file", RuleSet::k10));
  EXPECT_TRUE(goes("sub:hook_success event:SessionStart \"x\"", RuleSet::k21));
  EXPECT_FALSE(goes("sub:hook_success event:PreToolUse \"x\"", RuleSet::k21));
  EXPECT_FALSE(goes("sub:hook_success event:SessionStart", RuleSet::k21));
  EXPECT_FALSE(goes("sub:async_hook_response \"x\"", RuleSet::k21));
  EXPECT_TRUE(goes("sub:skill_listing", RuleSet::k21));
  EXPECT_FALSE(goes("sub:skill_listing", RuleSet::k20));
  EXPECT_TRUE(goes("sub:todo_reminder", RuleSet::k20));
  EXPECT_FALSE(goes("sub:todo_reminder", RuleSet::k21));
}

TEST(SentEntries, LocalCommandsAreSentBy21) {
  constexpr std::string_view kFile = R"(
    u1 < - user "hi"
    s1 < u1 system sub:local_command "<command-name>/help"
    s2 < s1 system sub:turn_duration
    a1 < s2 assistant "yes"
  )";
  EXPECT_EQ(sent(kFile), "u1 s1 a1");
  EXPECT_EQ(sent(kFile, RuleSet::k20), "u1 a1");
}

TEST(SentEntries, StandAnEmptyPath) {
  const Transcript empty;
  for (const RuleSet rules : {RuleSet::k21, RuleSet::k20, RuleSet::k10}) {
    ChosenPath path;
    path.rules = rules;
    EXPECT_TRUE(sent_entries(empty, path).empty());
  }
}

}  // namespace
}  // namespace clew
