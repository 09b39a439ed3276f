// SPDX-License-Identifier: MIT

#include "transcript/parallel_calls.h"

#include <string>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

std::string chain21(std::string_view notation) {
  return TestTranscript(notation).chain(RuleSet::k21);
}

std::string chain_sdk(std::string_view notation) {
  return TestTranscript(notation).chain(RuleSet::kSdk);
}

// As 2.1 writes it: each result under its own call, the talk goes on from one of them.
TEST(ParallelCalls, ComeBackWithTheirResults) {
  constexpr std::string_view kFile = R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    a3 < a2 assistant id:m call:t3
    r1 < a1 user result:t1
    r2 < a2 user result:t2
    r3 < a3 user result:t3
    a4 < r3 assistant "done"
  )";
  EXPECT_EQ(chain21(kFile), "u1 a1 a2 a3 r1 r2 r3 a4");
  EXPECT_EQ(chain_sdk(kFile), "u1 a1 a2 a3 r1 r2 r3 a4");
  EXPECT_EQ(TestTranscript(kFile).chain(RuleSet::k20), "u1 a1 a2 a3 r3 a4");
  EXPECT_EQ(TestTranscript(kFile).chain(RuleSet::kNewestLeaf), "u1 a1 a2 a3 r3 a4");
}

TEST(ParallelCalls, LaterLinesOfTheMessageComeBackToo) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    r1 < a1 user result:t1
    r2 < a2 user result:t2
    a4 < r1 assistant "goes on from the first result"
  )"),
            "u1 a1 a2 r1 r2 a4");
}

TEST(ParallelCalls, ARestoredCallGoesBehindTheNearestEarlierLineOfItsMessage) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a0 < u1 assistant id:m "lost and first: behind the message's first line on the chain"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    b2 < a1 assistant id:m call:t3
    a3 < a2 assistant id:m call:t4
    b3 < a2 assistant id:m call:t5
    u2 < a3 user "next"
  )"),
            "u1 a1 a0 a2 b2 a3 b3 u2");
}

TEST(ParallelCalls, ARestoredResultGoesBehindTheNearestEarlierResult) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    a3 < a2 assistant id:m call:t3
    r1 < a1 user result:t1
    r2 < a3 user result:t2
    r3 < a3 user result:t3
    a4 < r2 assistant "goes on from the second"
  )"),
            "u1 a1 a2 a3 r1 r2 r3 a4");
}

TEST(ParallelCalls, ResultsAreAlsoFoundByTheIdOfTheirCall) {
  constexpr std::string_view kFile = R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1 call:t2
    r1 < elsewhere @900 user result:t1
    r2 < a1 user result:t2
    a2 < r2 assistant "done"
  )";
  EXPECT_EQ(chain21(kFile), "u1 a1 r1 r2 a2");
  EXPECT_EQ(chain_sdk(kFile), "u1 a1 r1 r2 a2");
}

TEST(ParallelCalls, AUserTextUnderACallIsABranch) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    u2 < a1 user "a branch"
    r1 < a1 user result:t1
  )"),
            "u1 a1 r1");
}

TEST(ParallelCalls, AddedTextsAndAttachmentsUnderAResultComeBack) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    r1 < a1 user result:t1
    k1 < r1 user meta "the text of a skill"
    x1 < k1 attachment sub:file
    r2 < a2 user result:t2
    a3 < r2 assistant "done"
  )"),
            "u1 a1 a2 r1 k1 x1 r2 a3");
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    a2 < a1 assistant id:m call:t2
    r1 < a1 user result:t1
    k1 < r1 user meta "the text of a skill"
    u2 < k1 user "but a real branch goes on below"
    r2 < a2 user result:t2
    a3 < r2 assistant "done"
  )"),
            "u1 a1 a2 r1 r2 a3");
}

TEST(ParallelCalls, AttachmentsUnderALineOfTheMessageComeBack) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    x1 < a1 attachment sub:hook_success
    x2 < a1 attachment sub:file
    r1 < a1 user result:t1
    a2 < r1 assistant "done"
  )"),
            "u1 a1 x1 x2 r1 a2");
}

// Attachments, system lines and added texts come back with all below them, also under single calls
// and results on the chain; a child with a real branch below stays away as a whole.
TEST(ParallelCalls, SideLinesComeBackWithAllBelowThem) {
  EXPECT_EQ(chain21(R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    k0 < a1 user meta "under the call"
    r1 < a1 user result:t1
    k1 < r1 attachment sub:file
    k2 < k1 user meta "below the attachment"
    k3 < r1 attachment sub:file
    b1 < k3 user "a branch"
    k4 < r1 system sub:local_command
    a2 < r1 assistant "done"
    k5 < a2 attachment sub:file
    u2 < a2 user "next"
  )"),
            "u1 a1 k0 r1 k1 k2 k4 a2 u2");
}

// Two calls that both hang on the prompt are two ways: last-prompt decides between them.
TEST(ParallelCalls, LastPromptOnASiblingOfTheCallEndsThere) {
  constexpr std::string_view kFile = R"(
    u1 < - user "go"
    a1 < u1 assistant id:m call:t1
    a2 < u1 assistant id:m call:t2
    r1 < a1 user result:t1
    r2 < a2 user result:t2
    a3 < r2 assistant "done"
    last-prompt r1
  )";
  EXPECT_EQ(chain21(kFile), "u1 a1 a2 r1 r2");
  std::string chained(kFile);
  chained.replace(chained.find("a2 < u1"), 7, "a2 < a1");
  EXPECT_EQ(chain21(chained), "u1 a1 a2 r1 r2 a3");
}

TEST(ParallelCalls, TheSdkOrdersByTime) {
  constexpr std::string_view kFile = R"(
    u1 < - @0 user "go"
    a1 < u1 @1 assistant id:m call:t1
    a3 < a1 @9 assistant id:m call:t3
    a2 < a1 @2 assistant id:m call:t2
    r3 < a3 @11 user result:t3
    r2 < a2 @10 user result:t2
    r1 < a1 @12 user result:t1
    a4 < r1 @13 assistant "done"
  )";
  EXPECT_EQ(chain_sdk(kFile), "u1 a1 a2 a3 r2 r3 r1 a4");
  EXPECT_EQ(chain21(kFile), "u1 a1 a3 a2 r3 r2 r1 a4");
}

// The result's own ancestors lead back to it.
TEST(ParallelCalls, ARestoredResultInALoopEnds) {
  for (const char* between : {"system", "attachment sub:file", "user meta \"added\""}) {
    const std::string notation = R"(
      u1 < - user "go"
      a1 < u1 assistant id:m call:t1
      r1 < s1 @500 user result:t1
      s1 < r1 @500 )" + std::string(between) +
                                 R"(
      a2 < a1 assistant "done"
      last-prompt a2
    )";
    EXPECT_EQ(chain21(notation).substr(0, 8), "u1 a1 r1") << between;
    EXPECT_EQ(chain_sdk(notation).substr(0, 5), "u1 a1") << between;
  }
}

}  // namespace
}  // namespace clew
