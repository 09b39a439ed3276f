// SPDX-License-Identifier: MIT

#include "transcript/forks.h"

#include <string>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

// "u3 leaves a1: branch"; "-" for a further root.
std::string forks_of(std::string_view notation) {
  const TestTranscript t(notation);
  const Tree tree(*t);
  const MessageTree messages(tree);
  std::string out;
  for (const LineFork& fork : explain_forks(messages, find_path(tree, RuleSet::k21))) {
    out += t.names({fork.line}) + " leaves " + (fork.at == kNoEntry ? "-" : t.names({fork.at})) +
           ": " + std::string(name_of(fork.reason)) + "\n";
    EXPECT_FALSE(explanation_of(fork.reason).empty());
  }
  return out;
}

TEST(Forks, NoneInALine) {
  EXPECT_EQ(forks_of("u1 < - user \"hello\"\n a1 < u1 assistant \"hi\""), "");
  EXPECT_EQ(forks_of(""), "");
}

TEST(Forks, AnEditedPromptIsABranch) {
  EXPECT_EQ(forks_of(R"(
    u1 < - user "go"
    a1 < u1 assistant "yes"
    u2 < a1 user "left"
    a2 < u2 assistant "left"
    u3 < a1 user "right"
    a3 < u3 assistant "right"
    u9 < - user "begun again"
    last-prompt a3)"),
            "u2 leaves a1: branch\nu9 leaves -: branch\n");
}

TEST(Forks, ParallelCallsAreNone) {
  EXPECT_EQ(forks_of(R"(
    u1 < - user "go"
    x1 < u1 assistant id:m1 call:t1
    x2 < x1 assistant id:m1 call:t2
    r1 < x1 user result:t1
    h1 < x2 attachment sub:hook_success
    r2 < x2 user result:t2
    a1 < r2 assistant id:m2 "done")"),
            "r1 leaves x1: parallel-calls\nh1 leaves x2: side-lines\n");
}

// The talk continues below the first result; the other call is a line of the same answer.
TEST(Forks, LinesOfOneAnswerAreNone) {
  EXPECT_EQ(forks_of(R"(
    u1 < - user "go"
    x1 < u1 assistant id:m1 call:t1
    x2 < x1 assistant id:m1 call:t2
    r2 < x2 user result:t2
    r1 < x1 user result:t1
    a1 < r1 assistant id:m2 "done")"),
            "x2 leaves x1: same-message\n");
}

TEST(Forks, ABranchBelowAResultIsOne) {
  EXPECT_EQ(forks_of(R"(
    u1 < - user "go"
    x1 < u1 assistant id:m1 call:t1
    x2 < x1 assistant id:m1 call:t2
    r1 < x1 user result:t1
    u2 < r1 user "stop, do this instead"
    a2 < u2 assistant id:m3 "fine"
    r2 < x2 user result:t2
    a1 < r2 assistant id:m2 "done")"),
            "r1 leaves x1: branch\n");
}

TEST(Forks, RetriesCommandsAndTextsOfTheCliAreNone) {
  EXPECT_EQ(
      forks_of(R"(
    u1 < - user "go"
    e1 < u1 system sub:api_error
    a1 < u1 assistant id:m1 "cut o"
    a2 < u1 assistant id:m2 "whole"
    c1 < a2 user "<command-name>/exit</command-name>"
    n1 < a2 user meta "Caveat"
    u2 < a2 user "on")"),
      "e1 leaves u1: retry\na1 leaves u1: retry\nc1 leaves a2: command\nn1 leaves a2: meta\n");
}

TEST(Forks, FurtherRootsSayWhatTheyAre) {
  EXPECT_EQ(forks_of(R"(
    u1 < - user "go"
    a1 < u1 assistant call:t1=Task
    s1 < - user side "task"
    r1 < a1 user result:t1
    b1 < - system sub:compact_boundary logical:r1
    k1 < b1 user summary "what was"
    u2 < k1 user "on"
    u3 < gone user "lost its parent")"),
            "s1 leaves -: subagent\nb1 leaves -: compaction\nu3 leaves -: missing-parent\n");
}

TEST(Forks, LoopsEnd) {
  EXPECT_EQ(forks_of(R"(
    u1 < - user "go"
    x1 < x3 user "a"
    x2 < x1 user "b"
    x3 < x2 user "c"
    x4 < x2 user "d")"),
            "x4 leaves x2: loop\n");
}

}  // namespace
}  // namespace clew
