// SPDX-License-Identifier: MIT

#include <set>
#include <string>

#include <gtest/gtest.h>

#include "transcript/seen_entries.h"
#include "transcript/shown_counts.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

// All branches, one a line: "* a3 from a1 by u3, 4 messages, 2 own: u1 a1 u3 a3". A star marks the
// active one; the words after the colon are what the reader of that branch sees.
std::string branches_of(const TestTranscript& t, RuleSet rules = RuleSet::k21,
                        std::string_view leaf = "") {
  const Tree tree(*t);
  const MessageTree messages(tree);
  const ChosenPath path = find_path(tree, rules, t.symbol(leaf));
  const auto name = [&](EntryIndex entry) { return entry == kNoEntry ? "-" : t.names({entry}); };
  std::string out;
  for (const Branch& branch : counted_branches(messages, path)) {
    out += branch.active ? "* " : "  ";
    out += name(branch.tip) + " from " + name(branch.fork) + " by " + name(branch.prompt) + ", " +
           std::to_string(branch.messages) + " messages, " + std::to_string(branch.own_messages) +
           " own: " + t.names(branch_entries(messages, branch.tip_message)) + "\n";
  }
  return out;
}

std::string branches_of(std::string_view notation) { return branches_of(TestTranscript(notation)); }

std::vector<Branch> find(const TestTranscript& t, RuleSet rules = RuleSet::k21) {
  const Tree tree(*t);
  const MessageTree messages(tree);
  return find_branches(messages, find_path(tree, rules));
}

TEST(Branches, NoneInAnEmptyFile) { EXPECT_EQ(branches_of(""), ""); }

TEST(Branches, ALineIsOneBranch) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant "hi"
      u2 < a1 user "and?"
      a2 < u2 assistant "well")"),
            "* a2 from - by -, 4 messages, 4 own: u1 a1 u2 a2\n");
}

TEST(Branches, APromptAlone) {
  EXPECT_EQ(branches_of("u1 < - user \"hello\""), "* u1 from - by -, 1 messages, 1 own: u1\n");
}

TEST(Branches, AnEditedPromptLeavesABranch) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      a3 < u3 assistant "went right")"),
            "* a3 from - by -, 4 messages, 4 own: u1 a1 u3 a3\n"
            "  a2 from a1 by u2, 4 messages, 2 own: u1 a1 u2 a2\n");
}

TEST(Branches, AnEditedPromptWithoutAnswerIsABranchToo) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "lfet"
      i1 < u2 user "[Request interrupted by user]"
      u3 < a1 user "left"
      a3 < u3 assistant "went left")"),
            "* a3 from - by -, 4 messages, 4 own: u1 a1 u3 a3\n"
            "  u2 from a1 by u2, 4 messages, 2 own: u1 a1 u2 i1\n");
}

TEST(Branches, AnEditedFirstPromptIsAnotherRoot) {
  const TestTranscript t(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < - user "go gently"
      a2 < u2 assistant "gently")");
  EXPECT_EQ(branches_of(t),
            "* a2 from - by -, 2 messages, 2 own: u2 a2\n"
            "  a1 from - by u1, 2 messages, 2 own: u1 a1\n");
  const auto branches = find(t);
  EXPECT_EQ(branches[0].reason, "last line of the conversation in the file");
  EXPECT_EQ(branches[1].reason, "the first prompt was edited: another root");
}

TEST(Branches, ADeepRewindSharesOnlyTheStart) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "1"
      a1 < u1 assistant "1"
      u2 < a1 user "2"
      a2 < u2 assistant "2"
      u3 < a2 user "3"
      a3 < u3 assistant "3"
      u4 < a1 user "2 again"
      a4 < u4 assistant "2 again")"),
            "* a4 from - by -, 4 messages, 4 own: u1 a1 u4 a4\n"
            "  a3 from a1 by u2, 6 messages, 4 own: u1 a1 u2 a2 u3 a3\n");
}

TEST(Branches, BranchesOfBranchesNewestEndFirst) {
  const TestTranscript t(R"(
      u1 < - user "1"
      a1 < u1 assistant "1"
      u2 < a1 user "2"
      a2 < u2 assistant "2"
      u3 < a2 user "3"
      a3 < u3 assistant "3"
      u4 < a2 user "3b"
      a4 < u4 assistant "3b"
      u5 < a1 user "2b"
      a5 < u5 assistant "2b")");
  EXPECT_EQ(branches_of(t),
            "* a5 from - by -, 4 messages, 4 own: u1 a1 u5 a5\n"
            "  a4 from a1 by u2, 6 messages, 4 own: u1 a1 u2 a2 u4 a4\n"
            "  a3 from a1 by u2, 6 messages, 4 own: u1 a1 u2 a2 u3 a3\n");
  // seen from another end, the others fork elsewhere
  EXPECT_EQ(branches_of(t, RuleSet::k21, "a3"),
            "* a3 from - by -, 6 messages, 6 own: u1 a1 u2 a2 u3 a3\n"
            "  a5 from a1 by u5, 4 messages, 2 own: u1 a1 u5 a5\n"
            "  a4 from a2 by u4, 6 messages, 2 own: u1 a1 u2 a2 u4 a4\n");
}

TEST(Branches, TimesAreThoseSinceTheFork) {
  const auto branches = find(TestTranscript(R"(
      u1 < - @0 user "1"
      a1 < u1 @10 assistant "1"
      u2 < a1 @20 user "2"
      a2 < u2 @30 assistant "2"
      u3 < a1 @40 user "2b"
      a3 < u3 @50 assistant "2b")"));
  ASSERT_EQ(branches.size(), 2U);
  EXPECT_EQ(branches[0].first_time, kTestNoon);
  EXPECT_EQ(branches[0].last_time, kTestNoon + 50'000);
  EXPECT_EQ(branches[1].first_time, kTestNoon + 20'000);
  EXPECT_EQ(branches[1].last_time, kTestNoon + 30'000);
}

TEST(Branches, EachOfManyEdits) {
  std::string notation = "u0 < - user \"go\"\na0 < u0 assistant \"yes\"\n";
  for (int i = 1; i <= 50; ++i) {
    notation += "u" + std::to_string(i) + " < a0 user \"try\"\n";
  }
  EXPECT_EQ(find(TestTranscript(notation)).size(), 50U);
}

// ---- what is no branch

TEST(Branches, ParallelCallsAreNone) {
  for (const std::string next : {"r1", "r2", "r3"}) {
    EXPECT_EQ(branches_of("u1 < - user \"go\"\n"
                          "a1 < u1 assistant id:m call:t1\n"
                          "a2 < a1 assistant id:m call:t2\n"
                          "a3 < a2 assistant id:m call:t3\n"
                          "r1 < a1 user result:t1\n"
                          "r2 < a2 user result:t2\n"
                          "r3 < a3 user result:t3\n"
                          "a4 < " +
                          next + " assistant id:n \"done\"\n"),
              "* a4 from - by -, 3 messages, 3 own: u1 a1 a2 a3 r1 r2 r3 a4\n")
        << next;
  }
}

TEST(Branches, ParallelCallsAtTheVeryEndAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      a2 < a1 assistant id:m call:t2
      r1 < a1 user result:t1
      r2 < a2 user result:t2)"),
            "* r2 from - by -, 2 messages, 2 own: u1 a1 a2 r1 r2\n");
}

TEST(Branches, ResultsInsideAMessageAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      a2 < a1 assistant id:m call:t2
      r1 < a1 user result:t1
      a3 < r1 assistant id:m call:t3
      r2 < a2 user result:t2
      r3 < a3 user result:t3
      a4 < r3 assistant id:n "done")"),
            "* a4 from - by -, 3 messages, 3 own: u1 a1 a2 r1 a3 r2 r3 a4\n");
}

TEST(Branches, ALateResultIsNone) {
  // beside the talk that went on, and inside it
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      u2 < a1 user "meanwhile"
      a2 < u2 assistant "yes?"
      r1 < a1 user result:t1)"),
            "* r1 from - by -, 2 messages, 2 own: u1 a1 r1\n"
            "  a2 from r1 by u2, 4 messages, 2 own: u1 a1 r1 u2 a2\n")
      << "2.1 would resume at the result; what was said is a branch then";
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      u2 < a1 user "meanwhile"
      a2 < u2 assistant "yes?"
      r1 < a1 user result:t1
      u3 < a2 user "done?")"),
            "* u3 from - by -, 5 messages, 5 own: u1 a1 r1 u2 a2 u3\n");
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      u2 < a1 user "meanwhile"
      a2 < u2 assistant "yes?"
      r1 < a2 user result:t1
      a3 < r1 assistant "done")"),
            "* a3 from - by -, 5 messages, 5 own: u1 a1 r1 u2 a2 a3\n");
}

TEST(Branches, HooksProgressAndSystemLeavesAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      h1 < u1 attachment sub:hook_success event:UserPromptSubmit
      a1 < u1 assistant id:m call:t1
      h2 < a1 attachment sub:hook_success event:PreToolUse
      p1 < a1 progress
      p2 < p1 progress
      r1 < a1 user result:t1
      h3 < r1 attachment sub:hook_success event:PostToolUse
      a2 < r1 assistant id:n "done"
      s1 < a2 system sub:stop_hook_summary
      s2 < a2 system sub:turn_duration
      s3 < u1 system sub:api_error)"),
            "* s3 from - by -, 1 messages, 1 own: u1 h1 s3\n"
            "  a2 from u1 by a1, 3 messages, 2 own: u1 h1 s3 a1 h2 r1 h3 a2 s1 s2\n")
      << "an api_error written last is where 2.1 ends; all else is behind it";
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      h2 < a1 attachment sub:hook_success event:PreToolUse
      r1 < a1 user result:t1
      a2 < r1 assistant id:n "done"
      s1 < a2 system sub:stop_hook_summary
      s2 < a2 system sub:turn_duration)"),
            "* s2 from - by -, 3 messages, 3 own: u1 a1 h2 r1 a2 s1 s2\n");
}

TEST(Branches, AnExitAndAResumeAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      c1 < a1 user "<command-name>/exit</command-name>"
      o1 < c1 user "<local-command-stdout>Bye!</local-command-stdout>"
      x1 < a1 assistant model:<synthetic> "No response requested."
      u2 < x1 user "back again"
      a2 < u2 assistant "welcome")"),
            "* a2 from - by -, 6 messages, 6 own: u1 a1 c1 o1 x1 u2 a2\n");
}

TEST(Branches, AnExitAtTheEndIsWhereAResumeGoesOn) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      c1 < a1 user "<command-name>/exit</command-name>"
      o1 < c1 user "<local-command-stdout>Bye!</local-command-stdout>")"),
            "* o1 from - by -, 4 messages, 4 own: u1 a1 c1 o1\n");
}

// A command before the first prompt, or after an edited one, hangs on nothing. It is shown where
// the file has it.
TEST(Branches, CommandsWithoutParentAreShown) {
  EXPECT_EQ(branches_of(R"(
      c1 < - user "<command-name>/status</command-name>"
      o1 < c1 user "<local-command-stdout>fine</local-command-stdout>"
      u1 < - user "go"
      a1 < u1 assistant "yes"
      c2 < - user "<command-name>/cost</command-name>"
      u2 < a1 user "more"
      a2 < u2 assistant "done")"),
            "* a2 from - by -, 7 messages, 7 own: c1 o1 u1 a1 c2 u2 a2\n");
}

TEST(Branches, OnlyCommandsAreOneBranch) {
  EXPECT_EQ(branches_of(R"(
      c1 < - user "<command-name>/status</command-name>"
      o1 < c1 user "<local-command-stdout>fine</local-command-stdout>")"),
            "* o1 from - by -, 2 messages, 2 own: c1 o1\n");
}

TEST(Branches, RetriesAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      s1 < u1 system sub:api_error
      s2 < s1 system sub:api_error
      a1 < u1 assistant "here I am"
      e1 < a1 assistant error model:<synthetic> "API Error: 529"
      u2 < a1 user "again"
      a2 < u2 assistant "yes")"),
            "* a2 from - by -, 5 messages, 5 own: u1 s1 s2 a1 e1 u2 a2\n");
}

// A stream broke off and the answer came again, under another id.
TEST(Branches, AnAnswerGivenAgainIsNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "half an ans"
      s1 < u1 system sub:api_error
      a2 < s1 assistant id:n "the whole answer"
      u2 < a2 user "thanks")"),
            "* u2 from - by -, 4 messages, 4 own: u1 a1 s1 a2 u2\n");
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      r1 < a1 user result:t1
      a2 < r1 assistant id:n "half"
      a3 < u1 assistant id:o call:t2
      r3 < a3 user result:t2
      a4 < r3 assistant id:p "whole")"),
            "* a4 from - by -, 5 messages, 5 own: u1 a1 r1 a2 a3 r3 a4\n");
}

TEST(Branches, AnAnswerThatSomebodyRepliedToIsABranch) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "one"
      u2 < a1 user "more"
      a2 < u1 assistant id:n "two"
      u3 < a2 user "more of it")"),
            "* u3 from - by -, 3 messages, 3 own: u1 a2 u3\n"
            "  u2 from u1 by a1, 3 messages, 2 own: u1 a1 u2\n");
}

TEST(Branches, AnAnswerGivenAgainCanStillBeTheActiveEnd) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "one"
      a2 < u1 assistant id:n "two"
      last-prompt a1)"),
            "* a1 from - by -, 2 messages, 2 own: u1 a1\n"
            "  a2 from u1 by a2, 3 messages, 1 own: u1 a1 a2\n");
}

TEST(Branches, TwoPromptsInARowAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      u2 < u1 user "faster"
      a1 < u2 assistant "going")"),
            "* a1 from - by -, 3 messages, 3 own: u1 u2 a1\n");
}

TEST(Branches, ADanglingParentIsNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < gone user "next"
      a2 < u2 assistant "well")"),
            "* a2 from - by -, 4 messages, 4 own: u1 a1 u2 a2\n");
}

TEST(Branches, SidechainsAreNone) {
  EXPECT_EQ(branches_of(R"(
      w1 < - user side "Warmup"
      w2 < w1 assistant side "ready"
      u1 < - user "go"
      a1 < u1 assistant call:t1=Task
      k1 < - user side "subtask"
      k2 < k1 assistant side "subanswer"
      r1 < a1 user result:t1)"),
            "* r1 from - by -, 2 messages, 2 own: u1 a1 r1\n");
}

TEST(Branches, AnAgentsOwnFile) {
  const TestTranscript t(R"(
      u1 < - user side agent:x "subtask"
      a1 < u1 assistant side agent:x id:m call:t1
      a2 < a1 assistant side agent:x id:m call:t2
      r1 < a1 user side agent:x result:t1
      r2 < a2 user side agent:x result:t2
      a3 < r2 assistant side agent:x "done")");
  EXPECT_EQ(branches_of(t), "* a3 from - by -, 3 messages, 3 own: u1 a1 a2 r1 r2 a3\n")
      << "2.1 refuses to resume it; it can still be read";
}

TEST(Branches, RepeatedLinesAreNone) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "yes"
      u1 < - user "go"
      a1 < u1 assistant id:m "yes"
      u2 < a1 user "next")"),
            "* u2 from - by -, 3 messages, 3 own: u1 a1 u2\n");
}

// ---- compaction

TEST(Branches, ACompactionIsNoneAndTheReaderSeesAcross) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      b1 < - system sub:compact_boundary logical:a1
      c1 < b1 user summary "what was before"
      m1 < c1 user meta "Caveat: The messages below were generated by the user"
      k1 < m1 user "<command-name>/compact</command-name>"
      o1 < k1 user "<local-command-stdout>Compacted</local-command-stdout>"
      u2 < o1 user "next"
      a2 < u2 assistant "well")"),
            "* a2 from - by -, 8 messages, 8 own: u1 a1 b1 c1 m1 k1 o1 u2 a2\n");
}

TEST(Branches, ACompactionOf10WithoutBoundary) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      c1 < - user summary "what was before"
      u2 < c1 user "next"
      a2 < u2 assistant "well")"),
            "* a2 from - by -, 5 messages, 5 own: u1 a1 c1 u2 a2\n");
}

TEST(Branches, PreservedMessagesStandOnce) {
  const std::string start = R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "keep me"
      a2 < u2 assistant id:m2 "kept"
      b1 < - system sub:compact_boundary logical:a2 keep:c1,u2,a2
      c1 < b1 user summary "what was before"
)";
  const std::string again = "u2 < c1 user \"keep me\"\na2 < u2 assistant id:m2 \"kept\"\n";
  const std::string want = "* a3 from - by -, 8 messages, 8 own: u1 a1 u2 a2 b1 c1 u3 a3\n";
  const std::string under_tail = "u3 < a2 user \"next\"\na3 < u3 assistant \"well\"\n";
  const std::string under_summary = "u3 < c1 user \"next\"\na3 < u3 assistant \"well\"\n";
  EXPECT_EQ(branches_of(start + again + under_tail), want);
  EXPECT_EQ(branches_of(start + again + under_summary), want);
  EXPECT_EQ(branches_of(start + under_tail), want);
  EXPECT_EQ(branches_of(start + under_summary), want);
}

TEST(Branches, ACompactionAtTheVeryEnd) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      b1 < - system sub:compact_boundary logical:a1
      c1 < b1 user summary "what was before")"),
            "* c1 from - by -, 4 messages, 4 own: u1 a1 b1 c1\n");
}

TEST(Branches, ARewindToBeforeACompaction) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "more"
      a2 < u2 assistant "of it"
      b1 < - system sub:compact_boundary logical:a2
      c1 < b1 user summary "what was before"
      u3 < c1 user "after"
      a3 < u3 assistant "after that"
      u4 < a1 user "instead"
      a4 < u4 assistant "instead of that")"),
            "* a4 from - by -, 4 messages, 4 own: u1 a1 u4 a4\n"
            "  a3 from a1 by u2, 8 messages, 6 own: u1 a1 u2 a2 b1 c1 u3 a3\n");
}

TEST(Branches, ARewindToTheLineBeforeACompaction) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      b1 < - system sub:compact_boundary logical:a1
      c1 < b1 user summary "what was before"
      u3 < c1 user "after"
      a3 < u3 assistant "after that"
      u4 < a1 user "instead"
      a4 < u4 assistant "instead of that")"),
            "* a4 from - by -, 4 messages, 4 own: u1 a1 u4 a4\n"
            "  a3 from a1 by c1, 6 messages, 4 own: u1 a1 b1 c1 u3 a3\n")
      << "who never reached the compaction must not be shown its marker";
}

TEST(Branches, ABoundaryBetweenTheLinesOfAnotherBranch) {
  // an edit was made after the compaction; the boundary belongs to the branch it names
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      b1 < - system sub:compact_boundary logical:a2
      c1 < b1 user summary "left it was"
      u4 < c1 user "on"
      a4 < u4 assistant "going")"),
            "* a4 from - by -, 8 messages, 8 own: u1 a1 u2 a2 b1 c1 u4 a4\n"
            "  u3 from a1 by u3, 3 messages, 1 own: u1 a1 u3\n");
}

// ---- which is active, and why

TEST(Branches, LastPromptMakesAnOlderBranchActive) {
  const TestTranscript t(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      a3 < u3 assistant "went right"
      last-prompt a2)");
  EXPECT_EQ(branches_of(t),
            "* a2 from - by -, 4 messages, 4 own: u1 a1 u2 a2\n"
            "  a3 from a1 by u3, 4 messages, 2 own: u1 a1 u3 a3\n");
  EXPECT_EQ(find(t)[0].reason, "named by the last last-prompt line");
  EXPECT_EQ(find(t)[1].reason, "the conversation went on from an earlier message without it");
  EXPECT_EQ(branches_of(t, RuleSet::kSdk),
            "* a3 from - by -, 4 messages, 4 own: u1 a1 u3 a3\n"
            "  a2 from a1 by u2, 4 messages, 2 own: u1 a1 u2 a2\n");
}

TEST(Branches, ALastPromptInsideABranchSplitsIt) {
  const TestTranscript t(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      a3 < u3 assistant "went right"
      u4 < a3 user "more"
      a4 < u4 assistant "more right"
      last-prompt a1 explicit)");
  EXPECT_EQ(branches_of(t),
            "* a1 from - by -, 2 messages, 2 own: u1 a1\n"
            "  a4 from a1 by u3, 6 messages, 4 own: u1 a1 u3 a3 u4 a4\n"
            "  a2 from a1 by u2, 4 messages, 2 own: u1 a1 u2 a2\n");
}

TEST(Branches, AChosenLeafIsActive) {
  const TestTranscript t(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      a2 < a1 assistant id:m call:t2
      r1 < a1 user result:t1
      r2 < a2 user result:t2
      a3 < r2 assistant "done")");
  EXPECT_EQ(branches_of(t, RuleSet::k21, "r1"),
            "* r1 from - by -, 2 messages, 2 own: u1 a1 a2 r1 r2\n"
            "  a3 from r2 by a3, 3 messages, 1 own: u1 a1 a2 r1 r2 a3\n");
}

TEST(Branches, EveryRuleSetHasExactlyOneActive) {
  const TestTranscript t(R"(
      u1 < - @0 user "go"
      a1 < u1 @1 assistant "yes"
      u2 < a1 @9 user "left"
      a2 < u2 @10 assistant "went left"
      u3 < a1 @5 user "right"
      a3 < u3 @6 assistant "went right"
      last-prompt a1 explicit)");
  for (const RuleSet rules :
       {RuleSet::k21, RuleSet::k20, RuleSet::k10, RuleSet::kNewestLeaf, RuleSet::kSdk}) {
    const auto branches = find(t, rules);
    ASSERT_GE(branches.size(), 2U);
    EXPECT_TRUE(branches[0].active);
    EXPECT_FALSE(branches[0].reason.empty());
    for (std::size_t i = 1; i < branches.size(); ++i) {
      EXPECT_FALSE(branches[i].active);
      EXPECT_FALSE(branches[i].reason.empty());
    }
  }
  EXPECT_EQ(t.names({find(t, RuleSet::k20)[0].tip}), "a2");
  EXPECT_EQ(t.names({find(t, RuleSet::k21)[0].tip}), "a1");
  EXPECT_EQ(t.names({find(t, RuleSet::kSdk)[0].tip}), "a3");
}

TEST(Branches, ARefusedFileStillHasBranches) {
  // no timestamp at the end: 2.1 says "No conversation found"
  EXPECT_EQ(branches_of(R"(
      u1 < - @- user "go"
      a1 < u1 @- assistant "yes"
      u2 < a1 @- user "left"
      u3 < a1 @- user "right")"),
            "* u3 from - by -, 3 messages, 3 own: u1 a1 u3\n"
            "  u2 from a1 by u2, 3 messages, 1 own: u1 a1 u2\n");
}

TEST(Branches, AnEmptiedConversationShowsWhatWasThere) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      last-prompt null explicit)"),
            "* a1 from - by -, 2 messages, 2 own: u1 a1\n");
}

TEST(Branches, LoopsEnd) {
  EXPECT_EQ(branches_of(R"(
      u1 < u2 user "a"
      u2 < u1 user "b"
      u3 < u2 user "c")"),
            "* u3 from - by -, 3 messages, 3 own: u1 u2 u3\n");
}

// ---- names

TEST(Branches, ASummaryNamesTheBranchItEndsOn) {
  const auto branches = find(TestTranscript(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      a3 < u3 assistant "went right"
      {"type":"summary","summary":"Going left","leafUuid":"a2"}
      {"type":"summary","summary":"Going right","leafUuid":"a3"}
      {"type":"summary","summary":"Another file","leafUuid":"elsewhere"})"));
  ASSERT_EQ(branches.size(), 2U);
  EXPECT_EQ(branches[0].summary, "Going right");
  EXPECT_EQ(branches[1].summary, "Going left");
}

TEST(Branches, ASummaryInsideABranchNamesItAndTheLastCounts) {
  const auto branches = find(TestTranscript(R"(
      {"type":"summary","summary":"First name","leafUuid":"u2"}
      {"type":"summary","summary":"Second name","leafUuid":"u2"}
      {"type":"summary","summary":"Shared start","leafUuid":"a1"}
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      a3 < u3 assistant "went right")"));
  ASSERT_EQ(branches.size(), 2U);
  EXPECT_EQ(branches[0].summary, "Shared start");
  EXPECT_EQ(branches[1].summary, "Second name");
}

TEST(Branches, SummariesThatNameNothingAreLeftAside) {
  const auto branches = find(TestTranscript(R"(
      side1 < - user side "subagent"
      u1 < - user "go"
      {"type":"summary","summary":"no leaf"}
      {"type":"summary","summary":"null","leafUuid":null}
      {"type":"summary","summary":"a number","leafUuid":7}
      {"type":"summary","summary":"a subagent's","leafUuid":"side1"}
      {"type":"summary","summary":"","leafUuid":"u1"})"));
  ASSERT_EQ(branches.size(), 1U);
  EXPECT_EQ(branches[0].summary, "");
}

// ---- what it is called, and how long it is

// The rules refuse such a file, but what is shown of it has an end like any other.
TEST(Branches, OfARefusedFileHaveTheirNames) {
  const TestTranscript t(R"(
      u1 < - @- user "go"
      a1 < u1 @- assistant "yes"
      u2 < a1 @- user "left"
      u3 < a1 @- user "right")");
  const Tree tree(*t);
  const MessageTree messages(tree);
  const ChosenPath path = find_path(tree, RuleSet::k21);
  ASSERT_FALSE(path.refused.empty());
  EXPECT_EQ(t.names({shown_tip(messages, path)}), "u3");
  const ChosenPath other = find_path(tree, RuleSet::k21, t.symbol("u2"));
  EXPECT_FALSE(other.refused.empty());
  EXPECT_EQ(t.names({shown_tip(messages, other)}), "u2");
  EXPECT_EQ(t.names(seen_entries(messages, other)), "u1 a1 u2");
}

// Two answers at the same time, line by line: one message each, though neither hangs on its own.
TEST(Branches, AnswersWhoseLinesMixCountOnce) {
  EXPECT_EQ(branches_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "one"
      b1 < a1 assistant id:n "two"
      b2 < b1 assistant id:o "three"
      a2 < b2 assistant id:m "and more of one")"),
            "* a2 from - by -, 4 messages, 4 own: u1 a1 b1 b2 a2\n");
}

// ---- as a whole

// Every line of the thread is on some branch, whatever the shape: nothing that was said is out of
// reach. And no branch shows a line twice.
TEST(Branches, RandomTreesLeaveNoLineOut) {
  std::uint32_t state = 54321;
  const auto dice = [&state](int sides) {
    state = state * 1664525 + 1013904223;
    return static_cast<int>((state >> 8) % static_cast<std::uint32_t>(sides));
  };
  const std::vector<std::string> kinds = {
      "user \"words\"",
      "user result:t",
      "user meta \"m\"",
      "user summary \"s\"",
      "user \"<command-name>/exit</command-name>\"",
      "user \"[Request interrupted by user]\"",
      "assistant call:t",
      "assistant id:m \"words\"",
      "assistant id:m call:t",
      "assistant error \"e\"",
      "system sub:turn_duration",
      "system sub:compact_boundary logical:n3 keep:n5,n1,n2",
      "attachment sub:hook_success",
  };
  for (int round = 0; round < 500; ++round) {
    std::string notation;
    const int lines = 1 + dice(30);
    for (int i = 0; i < lines; ++i) {
      const int parent = dice(lines + 4);
      notation += "n" + std::to_string(dice(20) == 0 ? dice(lines) : i);
      notation += parent >= lines + 2 ? " < -" : " < n" + std::to_string(parent);
      notation += " " + kinds[static_cast<std::size_t>(dice(static_cast<int>(kinds.size())))];
      notation += "\n";
    }
    if (dice(3) == 0) notation += "last-prompt n" + std::to_string(dice(lines)) + " explicit\n";
    SCOPED_TRACE(notation);
    const TestTranscript t(notation);
    const Tree tree(*t);
    const MessageTree messages(tree);
    std::set<NodeId> reached;
    int active = 0;
    const ChosenPath path = find_path(tree, RuleSet::k21);
    for (const Branch& branch : counted_branches(messages, path)) {
      active += branch.active ? 1 : 0;
      if (branch.active) {
        EXPECT_EQ(branch.messages, std::ssize(shown_messages(messages, path)));
      }
      std::set<NodeId> here;
      for (const EntryIndex entry : branch_entries(messages, branch.tip_message)) {
        EXPECT_TRUE(here.insert(tree.find((*t)[entry].uuid)).second);
      }
      reached.insert(here.begin(), here.end());
    }
    EXPECT_EQ(active, 1);
    EXPECT_EQ(std::ssize(reached), tree.size()) << branches_of(t);
    if (testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace clew
