// SPDX-License-Identifier: MIT
//
// A few readable cases for each rule. What the real programs do with hundreds of files is in
// test/conformance.

#include "transcript/rules.h"

#include <string>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

constexpr RuleSet k21 = RuleSet::k21;
constexpr RuleSet k20 = RuleSet::k20;
constexpr RuleSet k10 = RuleSet::k10;
constexpr RuleSet kNewestLeaf = RuleSet::kNewestLeaf;
constexpr RuleSet kSdk = RuleSet::kSdk;
constexpr RuleSet kAll[] = {k21, k20, k10, kNewestLeaf, kSdk};

TEST(Rules, HaveNames) {
  for (const RuleSet rules : kAll) {
    const auto parsed = parse_rule_set(name_of(rules));
    ASSERT_TRUE(parsed);
    EXPECT_EQ(*parsed, rules);
  }
  const auto unknown = parse_rule_set("3.0");
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(unknown.error().message,
            "unknown rule set \"3.0\"; there are 2.1, 2.0, 1.0, newest-leaf, sdk");
}

TEST(Rules, AllAgreeOnAPlainConversation) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant "yes"
    u2 < a1 user "more"
    a2 < u2 assistant "sure"
  )");
  for (const RuleSet rules : kAll) {
    EXPECT_EQ(file.chain(rules), "u1 a1 u2 a2") << name_of(rules);
    EXPECT_EQ(file.tip(rules), "a2") << name_of(rules);
    EXPECT_EQ(file.chain(rules, "u2"), "u1 a1 u2") << name_of(rules);
    EXPECT_EQ(file.find(rules, "u2").reason, "chosen by uuid");
  }
}

TEST(Rules, NothingToResume) {
  const TestTranscript file(R"(
    {"type":"summary","summary":"x","leafUuid":"y"}
    {"type":"mode"}
  )");
  EXPECT_EQ(file.chain(k21), "refused");
  EXPECT_EQ(file.chain(k10), "refused");
  EXPECT_EQ(file.chain(kNewestLeaf), "refused");
  EXPECT_EQ(file.chain(k20), "");
  EXPECT_EQ(file.chain(kSdk), "");
}

// ---- where the conversation ends

TEST(Rules21, EndsAtTheLastLineOfTheFileWhateverItsTime) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @100 assistant "newer, but earlier in the file"
    u2 < u1 @50 user "edited"
    a2 < u2 @60 assistant "older"
  )");
  EXPECT_EQ(file.chain(k21), "u1 u2 a2");
  EXPECT_EQ(file.chain(k20), "u1 a1");
  EXPECT_EQ(file.chain(k10), "u1 a1");
  EXPECT_EQ(file.chain(kNewestLeaf), "u1 a1");
  EXPECT_EQ(file.chain(kSdk), "u1 u2 a2");
}

TEST(Rules21, PassesOverLinesThatBelongToNoConversation) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    s1 < u1 system sub:turn_duration
    s2 < - system sub:informational
    v1 < s1 user side "a subagent"
  )");
  EXPECT_EQ(file.tip(k21), "s1");
  EXPECT_EQ(file.tip(kSdk), "u1");
}

TEST(Rules21, ALastLineWithChildrenStandsForTheNewestOfThem) {
  const TestTranscript file(R"(
    a1 < u1 @5 assistant "written before its parent"
    a2 < a1 @7 assistant "newest"
    a3 < a1 @6 assistant "older"
    u1 < - @1 user "last line of the file"
  )");
  EXPECT_EQ(file.chain(k21), "u1 a1 a2");
  const TestTranscript with_last_prompt(R"(
    a1 < u1 @5 assistant "written before its parent"
    last-prompt gone
    u1 < - @1 user "last line of the file"
  )");
  EXPECT_EQ(with_last_prompt.chain(k21), "u1");
}

TEST(Rules21, NeedsAValidTimeAtTheEnd) {
  const TestTranscript file(R"(
    u1 < - @- user "hi"
    a1 < u1 @x assistant "no time"
  )");
  EXPECT_EQ(file.chain(k21), "refused");
  EXPECT_EQ(file.chain(kSdk), "u1 a1");
  const TestTranscript inner(R"(
    u1 < - @- user "hi"
    a1 < u1 @1 assistant "time"
    s1 < a1 @- system sub:turn_duration
  )");
  EXPECT_EQ(inner.chain(k21), "u1 a1 s1");
}

TEST(Rules20, TakesTheNewestLineLeafOrNot) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @9 assistant "newer than its child"
    u2 < a1 @5 user "cut off"
  )");
  EXPECT_EQ(file.chain(k20), "u1 a1");
  EXPECT_EQ(file.chain(kNewestLeaf), "u1 a1 u2");
}

TEST(Rules20, OfEqualTimesTakesTheFirstAndNewestLeafTheLast) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @9 assistant "one"
    a2 < u1 @9 assistant "two"
  )");
  EXPECT_EQ(file.chain(k20), "u1 a1");
  EXPECT_EQ(file.chain(kNewestLeaf), "u1 a2");
  EXPECT_EQ(file.chain(k21), "u1 a2");
}

TEST(Rules10, LetsSubagentsCompete) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @1 assistant "yes"
    v1 < - @5 user side "a subagent"
  )");
  EXPECT_EQ(file.chain(k10), "v1");
  EXPECT_EQ(file.chain(k20), "u1 a1");
  EXPECT_EQ(file.chain(k21), "u1 a1");
}

TEST(RulesNewestLeaf, ReadsAFileWithoutUuidsInItsOrder) {
  const TestTranscript file(R"(
    {"type":"user","message":{"content":"hi"}}
    {"type":"mode"}
    {"type":"assistant","message":{"content":"yes"}}
  )");
  EXPECT_EQ(file.chain(kNewestLeaf), "#1 #3");
}

// ---- last-prompt

TEST(LastPrompt, NamesAnotherEnd) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant "old branch"
    u2 < u1 user "new branch"
    a2 < u2 assistant "yes"
    last-prompt a1
  )");
  EXPECT_EQ(file.chain(k21), "u1 a1");
  EXPECT_EQ(file.find(k21).reason, "named by the last last-prompt line");
  EXPECT_EQ(file.chain(kSdk), "u1 u2 a2");
  EXPECT_EQ(file.chain(k20), "u1 u2 a2");
}

TEST(LastPrompt, DoesNotCutWhatWentOnFromThere) {
  EXPECT_EQ(TestTranscript(R"(
    u1 < - user "hi"
    last-prompt u1
    a1 < u1 assistant "yes"
  )")
                .chain(k21),
            "u1 a1");
}

TEST(LastPrompt, IsIgnoredWhenUnknownZeroOrOlderThanACompaction) {
  for (const char* line :
       {"last-prompt gone", "last-prompt zero", "last-prompt none", "last-prompt null"}) {
    const TestTranscript file(
        "u1 < - user \"hi\"\n a1 < u1 assistant \"a\"\n"
        "u2 < u1 user \"b\"\n" +
        std::string(line));
    EXPECT_EQ(file.chain(k21), "u1 u2") << line;
  }
  EXPECT_EQ(TestTranscript(R"(
    u1 < - user "hi"
    a1 < u1 assistant "a"
    u2 < u1 user "b"
    last-prompt a1
    s1 < - system sub:compact_boundary logical:u2
    c1 < s1 user summary "sum"
  )")
                .chain(k21),
            "s1 c1");
}

TEST(LastPrompt, ExplicitEndsThereUnlessTheTalkWentOn) {
  EXPECT_EQ(TestTranscript(R"(
    u1 < - user "hi"
    a1 < u1 assistant "a"
    last-prompt u1 explicit
  )")
                .chain(k21),
            "u1");
  EXPECT_EQ(TestTranscript(R"(
    u1 < - user "hi"
    last-prompt u1 explicit
    a1 < u1 assistant "a"
  )")
                .chain(k21),
            "u1 a1");
}

TEST(LastPrompt, ExplicitNullIsAnEmptyConversation) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant "a"
    last-prompt null explicit
  )");
  EXPECT_EQ(file.chain(k21), "");
  EXPECT_EQ(file.tip(k21), "none");
  EXPECT_EQ(file.find(k21).refused, "");
}

TEST(LastPrompt, OnASubagentIsRefused) {
  EXPECT_EQ(TestTranscript(R"(
    u1 < - user "hi"
    v1 < - user side "task"
    last-prompt v1
  )")
                .chain(k21),
            "refused");
}

// ---- the way up

TEST(Rules21, GuessesAMissingParentWithinFiveSeconds) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @10 assistant "yes"
    u2 < gone @15 user "five seconds later"
    a2 < u2 @16 assistant "ok"
  )");
  EXPECT_EQ(file.chain(k21), "u1 a1 u2 a2");
  EXPECT_EQ(file.chain(k20), "u2 a2");
  EXPECT_EQ(file.chain(kSdk), "u2 a2");
  const TestTranscript later(R"(
    u1 < - @0 user "hi"
    a1 < u1 @10 assistant "yes"
    u2 < gone @15.001 user "too late"
  )");
  EXPECT_EQ(later.chain(k21), "u2");
}

TEST(Rules21, BridgesProgressWhereOldOnesBreak) {
  const TestTranscript file(R"(
    u1 < - @0 user "hi"
    p1 < u1 @1 progress
    a1 < p1 @2 assistant "yes"
  )");
  EXPECT_EQ(file.chain(k21), "u1 a1");
  EXPECT_EQ(file.chain(kNewestLeaf), "u1 a1");
  EXPECT_EQ(file.chain(kSdk), "u1 a1");
  EXPECT_EQ(file.chain(k20), "a1");
  EXPECT_EQ(file.chain(k10), "a1");
}

TEST(Rules, CyclesEnd) {
  const TestTranscript file(R"(
    u1 < a1 @0 user "hi"
    a1 < u1 @1 assistant "yes"
  )");
  EXPECT_EQ(file.chain(k21), "u1 a1");
  EXPECT_EQ(file.chain(k20), "u1 a1");
  EXPECT_EQ(file.chain(kNewestLeaf), "refused");  // no leaf
  EXPECT_EQ(file.chain(kSdk), "");
  const TestTranscript self("u1 < u1 @0 user \"hi\"");
  for (const RuleSet rules : {k21, k20, k10}) EXPECT_EQ(self.chain(rules), "u1");
}

// ---- compaction

TEST(Compaction, OnlyWhatLiesBehindItIsLoaded) {
  const TestTranscript file(R"(
    u1 < - user "hi"
    a1 < u1 assistant "yes"
    s1 < - system sub:compact_boundary logical:a1
    c1 < s1 user summary "what was before"
    u2 < c1 user "go on"
  )");
  for (const RuleSet rules : {k21, k20, k10}) EXPECT_EQ(file.chain(rules), "s1 c1 u2");
  EXPECT_EQ(file.chain(kSdk), "c1 u2");
  EXPECT_EQ(file.chain(kNewestLeaf), "s1 c1 u2");
}

TEST(Compaction, PreservedMessagesComeBackBehindTheSummary) {
  const std::string head = R"(
    u1 < - @0 user "hi"
    a1 < u1 @1 assistant "yes"
    u2 < a1 @2 user "kept"
    a2 < u2 @3 assistant "kept too"
  )";
  const std::string tail = R"(
    c1 < s1 @5 user summary "sum"
    u3 < c1 @6 user "go on"
  )";
  const TestTranscript list(head + "s1 < - @4 system sub:compact_boundary keep:c1,u2,a2\n" + tail);
  EXPECT_EQ(list.chain(k21), "s1 c1 u2 a2 u3");
  EXPECT_EQ(list.chain(kSdk), "c1 u2 a2 u3");
  EXPECT_EQ(list.chain(k20), "s1 c1 u3");
  const TestTranscript segment(head + "s1 < - @4 system sub:compact_boundary segment:u2,c1,a2\n" +
                               tail);
  EXPECT_EQ(segment.chain(k21), "s1 c1 u2 a2 u3");
  const TestTranscript broken(head + "s1 < - @4 system sub:compact_boundary segment:a2,c1,u2\n" +
                              tail);
  EXPECT_EQ(broken.chain(k21), "s1 c1 u3");
}

TEST(Compaction, AFileThatEndsAtTheSummaryEndsInThePreservedTail) {
  EXPECT_EQ(TestTranscript(R"(
    u1 < - @0 user "hi"
    u2 < u1 @2 user "kept"
    s1 < - @4 system sub:compact_boundary keep:c1,u2
    c1 < s1 @5 user summary "sum"
  )")
                .chain(k21),
            "s1 c1 u2");
}

TEST(Compaction, BigFilesLoseWhatLiesBefore) {
  TestTranscript file(R"(
    u1 < - @0 user "hi"
    a1 < u1 @1 assistant "yes"
    s1 < - @100 system sub:compact_boundary logical:a1
    c1 < s1 @101 user summary "sum"
    u2 < a1 @200 user "a branch from before the compaction"
  )");
  EXPECT_EQ(file.chain(k21), "u1 a1 u2");
  file.transcript().bytes = 6 << 20;
  EXPECT_EQ(file.chain(k21), "u2");
  EXPECT_EQ(file.chain(k21, "a1"), "u1 a1");  // asked for by name: it is there
}

}  // namespace
}  // namespace clew
