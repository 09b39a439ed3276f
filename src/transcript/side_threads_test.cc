// SPDX-License-Identifier: MIT

#include "transcript/side_threads.h"

#include <string>

#include <gtest/gtest.h>

#include "transcript/test_transcript.h"

namespace clew {
namespace {

// The lines of each thread: "s1 s2 | x1".
std::string threads(const TestTranscript& file) {
  const Tree tree(*file);
  std::string out;
  for (const SideThread& thread : side_threads(tree)) {
    out += out.empty() ? "" : " |";
    for (const EntryIndex line : thread.lines)
      out += (out.empty() ? "" : " ") + std::string(file->text((*file)[line].uuid));
  }
  return out;
}

TEST(SideThreads, EachRootIsASubagent) {
  EXPECT_EQ(threads(TestTranscript(R"(
    u1 < - user "two of them, at once"
    a1 < u1 assistant call:t1=Task call:t2=Task
    s1 < - user side "one"
    x1 < - user side "other"
    s2 < s1 assistant side "does"
    x2 < x1 assistant side "does too"
    r1 < a1 user result:t1
    s3 < s2 user side "and comes back later"
  )")),
            "s1 s2 s3 | x1 x2");
}

TEST(SideThreads, ARootMayHangOnTheMainThreadOrOnNothingKnown) {
  EXPECT_EQ(threads(TestTranscript(R"(
    u1 < - user "hi"
    s1 < u1 user side "below a line of the main thread"
    s2 < s1 assistant side "yes"
    x1 < gone user side "below a line that is gone"
  )")),
            "s1 s2 | x1");
}

TEST(SideThreads, ASubagentsOwnFileHasNone) {
  EXPECT_EQ(threads(TestTranscript(R"(
    s1 < - user side "task"
    s2 < s1 assistant side "done"
  )")),
            "");
}

TEST(SideThreads, ALoopOfParentsEnds) {
  EXPECT_EQ(threads(TestTranscript(R"(
    u1 < - user "hi"
    s1 < s3 user side "a"
    s2 < s1 user side "b"
    s3 < s2 user side "c"
    s4 < s2 user side "hangs on the loop"
    x1 < x1 user side "its own parent"
  )")),
            "s1 s2 s3 s4 | x1");
}

}  // namespace
}  // namespace clew
