// SPDX-License-Identifier: MIT

#include "transcript/message_tree.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

// The messages of a transcript, one a line: "2<1: a1 r1". Marks behind the number: ~ prelude,
// / command, = compaction, - not conversation.
std::string messages_of(const TestTranscript& t) {
  const Tree tree(*t);
  const MessageTree messages(tree);
  std::string out;
  for (MessageId id = 0; id < messages.size(); ++id) {
    const MessageTree::Message& message = messages[id];
    out += std::to_string(id);
    if (message.prelude) out += '~';
    if (message.command) out += '/';
    if (message.boundary) out += '=';
    if (!message.live) out += '-';
    if (message.parent != kNoMessage) out += "<" + std::to_string(message.parent);
    out += ':';
    for (const NodeId node : messages.members(id)) {
      out += " " + std::string(t->text(tree.entry(node).uuid));
    }
    out += '\n';
  }
  return out;
}

std::string messages_of(std::string_view notation) { return messages_of(TestTranscript(notation)); }

TEST(MessageTree, NothingIsNoMessages) {
  EXPECT_EQ(messages_of(""), "");
  EXPECT_EQ(messages_of(R"({"type":"mode","mode":"normal"})"), "");
}

TEST(MessageTree, OneMessageAfterTheOther) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant "hi"
      u2 < a1 user "and?"
      a2 < u2 assistant "well")"),
            "0: u1\n1<0: a1\n2<1: u2\n3<2: a2\n");
}

TEST(MessageTree, LinesOfOneAnswerAreOneMessage) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant id:m think
      a2 < a1 assistant id:m "hi"
      a3 < a2 assistant id:m call:t
      r1 < a3 user result:t
      a4 < r1 assistant id:n "done")"),
            "0: u1\n1<0: a1 a2 a3 r1\n2<1: a4\n");
}

TEST(MessageTree, LinesOfOneAnswerBesideEachOther) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant id:m think
      a2 < u1 assistant id:m "hi")"),
            "0: u1\n1<0: a1 a2\n");
}

TEST(MessageTree, AnIdUsedAgainLaterIsAnotherMessage) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant id:m "hi"
      u2 < a1 user "and?"
      a2 < u2 assistant id:m "well")"),
            "0: u1\n1<0: a1\n2<1: u2\n3<2: a2\n");
}

TEST(MessageTree, AnIdUsedOnTwoBranchesIsTwoMessages) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant "hi"
      u2 < a1 user "one"
      a2 < u2 assistant id:m "1"
      u3 < a1 user "two"
      a3 < u3 assistant id:m "2")"),
            "0: u1\n1<0: a1\n2<1: u2\n3<2: a2\n4<1: u3\n5<4: a3\n");
}

TEST(MessageTree, AnswersWithoutIdStayApart) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "hello"
      a1 < u1 assistant id:- "hi"
      a2 < a1 assistant id:- "again")"),
            "0: u1\n1<0: a1\n2<1: a2\n");
}

// ---- tool calls

// 2.1: each result hangs under its own call, and the next turn under any one of them.
TEST(MessageTree, ParallelCallsThatForkAreOneMessage) {
  for (const std::string next : {"r1", "r2", "r3"}) {
    EXPECT_EQ(messages_of("u1 < - user \"go\"\n"
                          "a1 < u1 assistant id:m call:t1\n"
                          "a2 < a1 assistant id:m call:t2\n"
                          "a3 < a2 assistant id:m call:t3\n"
                          "r1 < a1 user result:t1\n"
                          "r2 < a2 user result:t2\n"
                          "r3 < a3 user result:t3\n"
                          "a4 < " +
                          next + " assistant id:n \"done\"\n"),
              "0: u1\n1<0: a1 a2 a3 r1 r2 r3\n2<1: a4\n")
        << "the next turn under " << next;
  }
}

// 1.0 and 2.0: results one below the other.
TEST(MessageTree, ParallelCallsWithChainedResultsAreOneMessage) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      a2 < a1 assistant id:m call:t2
      r1 < a2 user result:t1
      r2 < r1 user result:t2
      a3 < r2 assistant id:n "done")"),
            "0: u1\n1<0: a1 a2 r1 r2\n2<1: a3\n");
}

// 2.1.237 writes a result while the message is still streaming.
TEST(MessageTree, ResultsBetweenTheLinesOfAMessage) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      r1 < a1 user result:t1
      a2 < r1 assistant id:m call:t2
      r2 < a2 user result:t2
      a3 < r2 assistant id:m "and now"
      a4 < a3 assistant id:n "done")"),
            "0: u1\n1<0: a1 r1 a2 r2 a3\n2<1: a4\n");
}

TEST(MessageTree, ALateResultBelongsToItsCallAndTheTalkGoesOn) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant call:t1
      u2 < a1 user "meanwhile"
      a2 < u2 assistant "yes?"
      r1 < a2 user result:t1
      a3 < r1 assistant "it is done")"),
            "0: u1\n1<0: a1 r1\n2<1: u2\n3<2: a2\n4<3: a3\n");
}

// Gateways use call ids like call_1 again and again. A result under the line of its call belongs
// there, whoever else used the id.
TEST(MessageTree, ACallIdUsedAgainDoesNotStealTheEarlierResult) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:call_1
      a2 < a1 assistant id:m call:call_2
      r2 < a2 user result:call_2
      a3 < r2 assistant id:n call:call_1
      r3 < a3 user result:call_1
      a4 < r3 assistant id:o "done"
      r1 < a1 user result:call_1)"),
            "0: u1\n1<0: a1 a2 r2 r1\n2<1: a3 r3\n3<2: a4\n");
}

TEST(MessageTree, AResultWithoutCallStaysWhereItHangs) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "no call"
      r1 < a1 user result:t9
      u2 < r1 user "next")"),
            "0: u1\n1<0: a1 r1\n2<1: u2\n");
}

TEST(MessageTree, AResultThatIsTheFirstLine) {
  EXPECT_EQ(messages_of(R"(
      r1 < - user result:t9
      a1 < r1 assistant "well")"),
            "0: r1\n1<0: a1\n");
}

// A typed text below a parallel call is a person's: it goes on from there.
TEST(MessageTree, ATextBesideAResultIsAMessage) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant call:t1
      r1 < a1 user result:t1 "and hurry"
      a2 < r1 assistant "done")"),
            "0: u1\n1<0: a1\n2<1: r1\n3<2: a2\n");
}

// ---- lines that say nothing of their own

TEST(MessageTree, HooksAttachmentsAndSystemLinesBelongToWhatTheyHangOn) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      h1 < u1 attachment sub:hook_success event:UserPromptSubmit
      h2 < h1 attachment sub:skill_listing "skills"
      a1 < h2 assistant id:m call:t1
      h3 < a1 attachment sub:hook_success event:PreToolUse
      p1 < a1 progress
      r1 < p1 user result:t1
      h4 < r1 attachment sub:hook_success event:PostToolUse
      a2 < h4 assistant id:n "done"
      s1 < a2 system sub:stop_hook_summary
      s2 < s1 system sub:turn_duration
      u2 < s2 user "next")"),
            "0: u1 h1 h2\n1<0: a1 h3 r1 h4\n2<1: a2 s1 s2\n3<2: u2\n");
}

TEST(MessageTree, LinesBeforeTheFirstPromptAreAPrelude) {
  EXPECT_EQ(messages_of(R"(
      p1 < - progress
      h1 < p1 attachment sub:hook_success event:SessionStart
      s1 < h1 system sub:informational "hello"
      u1 < s1 user "go"
      a1 < u1 assistant "yes")"),
            "0~: h1 s1\n1<0: u1\n2<1: a1\n");
}

TEST(MessageTree, APreludeAloneIsNoConversation) {
  EXPECT_EQ(messages_of(R"(
      h1 < - attachment sub:hook_success event:SessionStart
      s1 < h1 system sub:informational "hello")"),
            "0~-: h1 s1\n");
}

TEST(MessageTree, APromptUnderALongRunOfProgressLines) {
  std::string notation = "u1 < - user \"go\"\na1 < u1 assistant call:t1\n";
  std::string above = "a1";
  for (int i = 0; i < 1000; ++i) {
    const std::string name = "p" + std::to_string(i);
    notation += name + " < " + above + " progress\n";
    above = name;
  }
  notation += "r1 < " + above + " user result:t1\n";
  EXPECT_EQ(messages_of(notation), "0: u1\n1<0: a1 r1\n");
}

TEST(MessageTree, ApiErrorsAndRetriesBelongToThePrompt) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      s1 < u1 system sub:api_error
      s2 < s1 system sub:api_error
      e1 < s2 assistant error model:<synthetic> "API Error: 529"
      u2 < e1 user "again"
      s3 < u2 system sub:api_error
      a1 < u2 assistant "here I am")"),
            "0: u1 s1 s2 e1\n1<0: u2 s3\n2<1: a1\n");
}

TEST(MessageTree, AnAnswerUnderItsRetries) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      s1 < u1 system sub:api_error
      a1 < s1 assistant "late")"),
            "0: u1 s1\n1<0: a1\n");
}

TEST(MessageTree, NoResponseRequestedIsNobodysWords) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      x1 < u1 assistant model:<synthetic> "No response requested."
      u2 < x1 user "go on"
      a1 < u2 assistant "yes")"),
            "0: u1 x1\n1<0: u2\n2<1: a1\n");
}

TEST(MessageTree, InterruptionsBelongToWhatWasInterrupted) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "I am about"
      i1 < a1 user "[Request interrupted by user]"
      u2 < i1 user "no, this way"
      a2 < u2 assistant "as you like")"),
            "0: u1\n1<0: a1 i1\n2<1: u2\n3<2: a2\n");
}

TEST(MessageTree, MetaAndCommandOutputBelongToTheCommand) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      m1 < a1 user meta "Caveat: The messages below were generated by the user"
      c1 < m1 user "<command-name>/model</command-name>"
      o1 < c1 user "<local-command-stdout>Set model to opus</local-command-stdout>"
      u2 < o1 user "next")"),
            "0: u1\n1<0: a1 m1\n2/<1: c1 o1\n3<2: u2\n");
}

TEST(MessageTree, AnExitThatLeadsNowhereIsNoConversation) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      c1 < a1 user "<command-name>/exit</command-name>"
      o1 < c1 user "<local-command-stdout>Bye!</local-command-stdout>"
      x1 < a1 assistant model:<synthetic> "No response requested."
      u2 < x1 user "back again")"),
            "0: u1\n1<0: a1 x1\n2/-<1: c1 o1\n3<1: u2\n");
}

TEST(MessageTree, AShellCommandIsAMessageAndItsOutputPartOfIt) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "<bash-input>ls</bash-input>"
      o1 < u1 user "<bash-stdout>a.c</bash-stdout>"
      u2 < o1 user "what is a.c?")"),
            "0: u1 o1\n1<0: u2\n");
}

TEST(MessageTree, ANotificationIsAMessage) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "started"
      n1 < a1 user "<task-notification>done</task-notification>"
      a2 < n1 assistant "it ended")"),
            "0: u1\n1<0: a1\n2<1: n1\n3<2: a2\n");
}

TEST(MessageTree, AQueuedPromptBelongsToTheAnswerItInterrupts) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      r1 < a1 user result:t1
      q1 < r1 attachment sub:queued_command mode:prompt "also the tests"
      a2 < q1 assistant id:n "both")"),
            "0: u1\n1<0: a1 r1 q1\n2<1: a2\n");
}

TEST(MessageTree, TwoPromptsInARowAreTwoMessages) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      u2 < u1 user "I mean: stop"
      a1 < u2 assistant "stopped")"),
            "0: u1\n1<0: u2\n2<1: a1\n");
}

// ---- forks that are real

TEST(MessageTree, AnEditedPromptForks) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "left"
      a2 < u2 assistant "went left"
      u3 < a1 user "right"
      a3 < u3 assistant "went right")"),
            "0: u1\n1<0: a1\n2<1: u2\n3<2: a2\n4<1: u3\n5<4: a3\n");
}

TEST(MessageTree, AnEditedFirstPromptIsASecondRoot) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < - user "go gently"
      a2 < u2 assistant "gently")"),
            "0: u1\n1<0: a1\n2: u2\n3<2: a2\n");
}

// ---- compaction

TEST(MessageTree, ABoundaryGoesOnFromItsLogicalParent) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      b1 < - system sub:compact_boundary logical:a1
      c1 < b1 user summary "what was before"
      u2 < c1 user "next"
      a2 < u2 assistant "well")"),
            "0: u1\n1<0: a1\n2=<1: b1\n3<2: c1\n4<3: u2\n5<4: a2\n");
}

// The last line before a compaction of 2.1.12 .. 2.1.81 is often a progress line.
TEST(MessageTree, ABoundaryWhoseLogicalParentIsAProgressLine) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      p1 < a1 progress
      u2 < u1 user "edited: leads elsewhere"
      b1 < - system sub:compact_boundary logical:p1
      c1 < b1 user summary "what was before")"),
            "0: u1\n1<0: a1\n2=<1: b1\n3<2: c1\n4<0: u2\n");
}

TEST(MessageTree, ABoundaryWithoutKnownLogicalParentGoesOnFromThePreviousLine) {
  for (const char* logical : {"", " logical:gone", " logical:c1", " logical:side1"}) {
    EXPECT_EQ(messages_of("side1 < - user side \"subagent\"\n"
                          "u1 < - user \"go\"\n"
                          "a1 < u1 assistant \"yes\"\n"
                          "b1 < - system sub:compact_boundary" +
                          std::string(logical) +
                          "\n"
                          "c1 < b1 user summary \"what was before\"\n"),
              "0: u1\n1<0: a1\n2=<1: b1\n3<2: c1\n")
        << logical;
  }
}

// 1.0: a summary with no parent is all there is.
TEST(MessageTree, ASummaryWithoutBoundaryGoesOnFromThePreviousLine) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      c1 < - user summary "what was before"
      u2 < c1 user "next")"),
            "0: u1\n1<0: a1\n2<1: c1\n3<2: u2\n");
}

// Messages kept by a compaction are written again behind it, with the same uuid and a new parent.
// They keep their first place, and what hangs on them goes on from the summary.
TEST(MessageTree, PreservedMessagesStayAtTheirFirstPlace) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "keep me"
      a2 < u2 assistant id:m2 "kept"
      b1 < - system sub:compact_boundary logical:a2 keep:c1,u2,a2
      c1 < b1 user summary "what was before"
      u2 < c1 user "keep me"
      a2 < u2 assistant id:m2 "kept"
      u3 < a2 user "next")"),
            "0: u1\n1<0: a1\n2<1: u2\n3<2: a2\n4=<3: b1\n5<4: c1\n6<5: u3\n");
}

// ... or they are only named, and the next prompt hangs on the last of them.
TEST(MessageTree, WhatHangsOnThePreservedTailGoesOnFromTheSummary) {
  for (const std::string kept : {"keep:c1,u2,a2", "segment:u2,c1,a2"}) {
    EXPECT_EQ(messages_of("u1 < - user \"go\"\n"
                          "a1 < u1 assistant \"yes\"\n"
                          "u2 < a1 user \"keep me\"\n"
                          "a2 < u2 assistant \"kept\"\n"
                          "b1 < - system sub:compact_boundary logical:a2 " +
                          kept +
                          "\n"
                          "c1 < b1 user summary \"what was before\"\n"
                          "u3 < a2 user \"next\"\n"),
              "0: u1\n1<0: a1\n2<1: u2\n3<2: a2\n4=<3: b1\n5<4: c1\n6<5: u3\n")
        << kept;
  }
}

// An anchor that is missing, a subagent's, or before what it kept changes nothing.
TEST(MessageTree, ACompactionWhoseAnchorMakesNoSenseChangesNothing) {
  for (const std::string anchor : {"gone", "side1", "u1"}) {
    EXPECT_EQ(messages_of("side1 < - user side \"subagent\"\n"
                          "u1 < - user \"go\"\n"
                          "a1 < u1 assistant \"yes\"\n"
                          "b1 < - system sub:compact_boundary logical:a1 keep:" +
                          anchor +
                          ",a1\n"
                          "u2 < a1 user \"next\"\n"),
              "0: u1\n1<0: a1\n2=-<1: b1\n3<1: u2\n")
        << anchor;
  }
}

TEST(MessageTree, ARewindToBeforeACompactionForksThere) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      b1 < - system sub:compact_boundary logical:a1
      c1 < b1 user summary "what was before"
      u2 < c1 user "after"
      a2 < u2 assistant "after that"
      u3 < a1 user "instead"
      a3 < u3 assistant "instead of that")"),
            "0: u1\n1<0: a1\n2=<1: b1\n3<2: c1\n4<3: u2\n5<4: a2\n6<1: u3\n7<6: a3\n");
}

// ---- broken links

TEST(MessageTree, AMissingParentIsThePreviousLine) {
  const TestTranscript t(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < gone user "next"
      a2 < u2 assistant "well"
      r2 < lost user result:t7)");
  EXPECT_EQ(messages_of(t), "0: u1\n1<0: a1\n2<1: u2\n3<2: a2 r2\n");
}

TEST(MessageTree, AFileWhoseStartIsCutOff) {
  EXPECT_EQ(messages_of(R"(
      a1 < gone assistant "yes"
      u2 < a1 user "next")"),
            "0: a1\n1<0: u2\n");
}

TEST(MessageTree, AnAnswerWithoutParentGoesOnFromThePreviousLine) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < - assistant "yes")"),
            "0: u1\n1<0: a1\n");
}

TEST(MessageTree, AParentThatComesLaterInTheFile) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      u2 < a1 user "next"
      a1 < u1 assistant "yes")"),
            "0: u1\n1<0: a1\n2<1: u2\n");
}

TEST(MessageTree, LoopsEndAndLoseNothing) {
  const TestTranscript own("u1 < u1 user \"go\"\na1 < u1 assistant \"yes\"\n");
  EXPECT_EQ(messages_of(own), "0: u1\n1<0: a1\n");
  EXPECT_EQ(MessageTree(Tree(*own)).cycles(), 1);

  const TestTranscript three(R"(
      u0 < - user "before"
      a1 < u3 assistant "one"
      u2 < a1 user "two"
      u3 < u2 user "three"
      u4 < u3 user "four")");
  EXPECT_EQ(messages_of(three), "0: u0\n1<0: a1\n2<1: u2\n3<2: u3\n4<3: u4\n");
  EXPECT_EQ(MessageTree(Tree(*three)).cycles(), 1);

  const TestTranscript two(R"(
      u1 < u2 user "a"
      u2 < u1 user "b"
      u3 < u4 user "c"
      u4 < u3 user "d")");
  EXPECT_EQ(messages_of(two), "0: u1\n1<0: u2\n2<1: u3\n3<2: u4\n");
  EXPECT_EQ(MessageTree(Tree(*two)).cycles(), 2);
}

// The missing parent of the first line is repaired by none, but a loop through a repair is
// possible.
TEST(MessageTree, ALoopThroughARepairedParentEnds) {
  EXPECT_EQ(messages_of(R"(
      u1 < u3 user "one"
      u2 < gone user "two"
      u3 < u2 user "three")"),
            "0: u1\n1<0: u2\n2<1: u3\n");
}

// The line before a loop may hang on the loop: then the loop stays where it is.
TEST(MessageTree, ALoopDoesNotHangOnItsOwnLines) {
  EXPECT_EQ(messages_of(R"(
      u1 < u3 user "hangs on the loop, comes before it"
      u2 < u3 user "loop"
      u3 < u2 user "loop"
      u4 < u3 user "after")"),
            "0: u2\n1<0: u3\n2<1: u1\n3<1: u4\n");
}

TEST(MessageTree, LoopsOfProgressLinesEnd) {
  EXPECT_EQ(messages_of(R"(
      p1 < p2 progress
      p2 < p1 progress
      u1 < p1 user "go"
      a1 < u1 assistant "yes")"),
            "0: u1\n1<0: a1\n");
}

TEST(MessageTree, ARepeatedUuidIsOneLine) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant id:m "y"
      a1 < u1 assistant id:m "yes"
      u2 < a1 user "next")"),
            "0: u1\n1<0: a1\n2<1: u2\n");
}

TEST(MessageTree, ARepeatedUuidWithAnotherParentKeepsItsFirstPlace) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user "go"
      a1 < u1 assistant "yes"
      u2 < a1 user "next"
      a1 < u2 assistant "yes")"),
            "0: u1\n1<0: a1\n2<1: u2\n");
}

// ---- subagents

TEST(MessageTree, SidechainsInsideAreLeftOut) {
  const TestTranscript t(R"(
      w1 < - user side "Warmup"
      w2 < w1 assistant side "ready"
      u1 < - user "go"
      a1 < u1 assistant call:t1=Task
      k1 < - user side "subtask"
      k2 < k1 assistant side "subanswer"
      r1 < a1 user result:t1
      u2 < k2 user "hangs on a subagent's line")");
  EXPECT_EQ(messages_of(t), "0: u1\n1<0: a1 r1\n2<1: u2\n");
  const Tree tree(*t);
  const MessageTree messages(tree);
  EXPECT_EQ(messages.message_of(tree.find(t.symbol("k1"))), kNoMessage);
}

TEST(MessageTree, AnAgentsOwnFileIsAllSidechain) {
  EXPECT_EQ(messages_of(R"(
      u1 < - user side agent:x "subtask"
      a1 < u1 assistant side agent:x id:m call:t1
      r1 < a1 user side agent:x result:t1
      a2 < r1 assistant side agent:x "done")"),
            "0: u1\n1<0: a1 r1\n2<1: a2\n");
}

// ---- as a whole

// Every node of the thread is in exactly one message, and parents come first.
void expect_partition(const TestTranscript& t) {
  const Tree tree(*t);
  const MessageTree messages(tree);
  std::vector<int> seen(static_cast<std::size_t>(tree.size()), 0);
  for (MessageId id = 0; id < messages.size(); ++id) {
    EXPECT_LT(messages[id].parent, id);
    const auto members = messages.members(id);
    EXPECT_FALSE(members.empty());
    EXPECT_TRUE(std::is_sorted(members.begin(), members.end()));
    EXPECT_GE(messages[id].last_line, 0);
    EXPECT_LT(messages[id].last_line, t->count());
    for (const NodeId node : members) {
      ++seen[Tree::index(node)];
      EXPECT_EQ(messages.message_of(node), id);
    }
  }
  for (const int count : seen) EXPECT_EQ(count, 1);
}

// Random lines with random parents, missing ones, loops, repeats and shared ids.
TEST(MessageTree, RandomTreesLoseNoLine) {
  std::uint32_t state = 12345;
  const auto dice = [&state](std::uint32_t sides) {
    state = state * 1664525 + 1013904223;
    return static_cast<int>((state >> 8) % sides);
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
      "system sub:compact_boundary logical:n3",
      "attachment sub:hook_success",
  };
  for (int round = 0; round < 500; ++round) {
    std::string notation;
    const int lines = 1 + dice(30);
    for (int i = 0; i < lines; ++i) {
      const int parent = dice(static_cast<std::uint32_t>(lines) + 4);
      notation += "n" + std::to_string(dice(20) == 0 ? dice(static_cast<std::uint32_t>(lines)) : i);
      notation += parent >= lines + 2 ? " < -" : " < n" + std::to_string(parent);
      notation +=
          " " + kinds[static_cast<std::size_t>(dice(static_cast<std::uint32_t>(kinds.size())))];
      notation += "\n";
    }
    SCOPED_TRACE(notation);
    expect_partition(TestTranscript(notation));
    if (testing::Test::HasFailure()) return;
  }
}

// Deep, wide and pathological shapes take time in proportion to their lines: this would not end
// otherwise.
TEST(MessageTree, LargeShapesAreLinear) {
  constexpr int kLines = 20'000;
  std::string deep, wide, chained;
  for (int i = 0; i < kLines; ++i) {
    const std::string name = "n" + std::to_string(i);
    const std::string above = i == 0 ? "-" : "n" + std::to_string(i - 1);
    deep += name + " < " + above + (i % 2 ? " assistant \"a\"\n" : " user \"u\"\n");
    wide += name + " < " + (i == 0 ? "-" : "n0") + " user \"u\"\n";
    chained += name + " < " + above + (i % 2 ? " user result:t\n" : " assistant id:m call:t\n");
  }
  for (const std::string* notation : {&deep, &wide, &chained}) {
    const TestTranscript t(*notation);
    const Tree tree(*t);
    const MessageTree messages(tree);
    EXPECT_GT(messages.size(), 0);
  }
}

}  // namespace
}  // namespace clew
