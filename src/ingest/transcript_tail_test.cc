// SPDX-License-Identifier: MIT

#include "ingest/transcript_tail.h"

#include <map>
#include <random>

#include <gtest/gtest.h>

#include "catalog/layout/file_lines.h"
#include "catalog/layout/transcript_file.h"
#include "os/testing/memory_file_system.h"
#include "transcript/test_transcript.h"

namespace clew {
namespace {

// A file that grows by lines of the tests' notation, and its tail.
class TranscriptTailTest : public ::testing::Test {
 protected:
  void write(const std::string& notation) { write_raw(json(notation) + "\n"); }
  std::string json(const std::string& notation) { return writer_.write(notation, lines_++); }
  void write_raw(const std::string& bytes) {
    if (!disk_.stat("/f")) {
      disk_.add_file("/f", bytes);
    } else {
      ASSERT_TRUE(disk_.append("/f", bytes));
    }
  }

  TailGrowth read() {
    auto file = disk_.open("/f");
    auto growth = tail_.read(**file, told_, disk_.stat("/f")->size, told_lines_);
    EXPECT_TRUE(growth);
    if (!growth) return {};
    told_ = growth->end;
    told_lines_ += growth->lines;
    return std::move(*growth);
  }
  // As if it had not been looked at before.
  void forget() { tail_ = TranscriptTail(false); }

  std::string uuid(EntryIndex entry) const {
    return std::string(tail_.transcript().text(tail_.transcript()[entry].uuid));
  }

  MemoryFileSystem disk_;
  TestLineWriter writer_;
  int lines_ = 0;
  std::int64_t told_ = 0;
  std::int64_t told_lines_ = 0;
  TranscriptTail tail_{false};
};

TEST_F(TranscriptTailTest, AMessageGrowsLineByLineAndItsCallsAreAnswered) {
  write(R"(u1 < - user "hello")");
  auto growth = read();
  ASSERT_EQ(1u, growth.messages.size());
  EXPECT_EQ("hello", growth.messages[0].text);
  EXPECT_EQ(1, growth.lines);

  write(R"(a1 < u1 assistant id:m1 "I look.")");
  growth = read();
  ASSERT_EQ(1u, growth.messages.size());
  EXPECT_EQ("I look.", growth.messages[0].text);

  write(R"(a2 < a1 assistant id:m1 call:t1=Read)");
  growth = read();
  ASSERT_EQ(1u, growth.messages.size());
  EXPECT_EQ("I look.", growth.messages[0].text) << "the message as it is now, whole";
  ASSERT_EQ(1u, growth.messages[0].tools.size());
  EXPECT_EQ(ToolState::kPending, growth.messages[0].tools[0].state);

  write(R"(r1 < a2 user result:t1)");
  growth = read();
  EXPECT_TRUE(growth.messages.empty());
  ASSERT_EQ(1u, growth.tools.size());
  EXPECT_EQ("a1", uuid(growth.tools[0].message));
  EXPECT_EQ(ToolState::kSuccess, growth.tools[0].tool.state);
  EXPECT_EQ("Read", growth.tools[0].tool.name);
  EXPECT_FALSE(growth.may_have_forked);
}

TEST_F(TranscriptTailTest, HoldsBackWhatIsNotALineYet) {
  const std::string line = json(R"(u1 < - user "hello")");
  write_raw(line.substr(0, 30));
  EXPECT_EQ(0, read().lines);
  write_raw(line.substr(30));
  EXPECT_EQ(0, read().lines);
  write_raw("\n");
  const auto growth = read();
  EXPECT_EQ(1, growth.lines);
  ASSERT_EQ(1u, growth.messages.size());
}

TEST_F(TranscriptTailTest, NumbersLinesAsTheWholeFileDoes) {
  write(R"(u1 < - user "one")");
  write_raw("\n  \nnot json\n");
  write(R"(u2 < u1 user "two")");
  EXPECT_EQ(5, read().lines);
  forget();
  write(R"(u3 < u2 user "three")");
  const auto growth = read();
  ASSERT_EQ(1u, growth.messages.size());
  EXPECT_EQ(6, tail_.transcript()[growth.messages[0].entries[0]].line);
}

TEST_F(TranscriptTailTest, ReadsFurtherBackForTheCallOfAResult) {
  write(R"(u1 < - user "go")");
  write(R"(a1 < u1 assistant id:m1 call:t1)");
  const std::string filler(9000, 'x');
  std::string parent = "a1";
  for (int i = 0; i < 40; ++i) {
    const std::string id = "p" + std::to_string(i);
    write(id + " < " + parent + " user \"" + filler + "\"");
    parent = id;
  }
  read();
  forget();
  write("r1 < a1 user result:t1");
  const auto growth = read();
  ASSERT_EQ(1u, growth.tools.size());
  EXPECT_EQ("a1", uuid(growth.tools[0].message));
  EXPECT_TRUE(growth.messages.empty());
}

TEST_F(TranscriptTailTest, ResultsWithoutACallAnywhereStandAlone) {
  write(R"(u1 < - user "go")");
  write("r1 < u1 user result:nobody");
  const auto growth = read();
  ASSERT_EQ(2u, growth.messages.size());
  EXPECT_EQ(MessageKind::kOrphanResult, growth.messages[1].kind);
}

TEST_F(TranscriptTailTest, NoticesThatTheConversationMayHaveLeftItsBranch) {
  write(R"(u1 < - user "one")");
  write(R"(a1 < u1 assistant id:m1 "answer")");
  EXPECT_FALSE(read().may_have_forked);
  write(R"(u2 < a1 user "two")");
  EXPECT_FALSE(read().may_have_forked);
  write(R"(u3 < a1 user "two, edited")");
  const auto growth = read();
  EXPECT_TRUE(growth.may_have_forked);
  EXPECT_EQ("u2", growth.tip_before);
  write(R"(u4 < - user "from the start")");
  EXPECT_TRUE(read().may_have_forked);
}

TEST_F(TranscriptTailTest, ParallelCallsAreNoFork) {
  write(R"(u1 < - user "go")");
  write(R"(a1 < u1 assistant id:m1 call:t1)");
  write(R"(a2 < a1 assistant id:m1 call:t2)");
  write(R"(r1 < a1 user result:t1)");
  write(R"(r2 < a2 user result:t2)");
  write(R"(a3 < r2 assistant id:m2 "done")");
  EXPECT_FALSE(read().may_have_forked);
}

TEST_F(TranscriptTailTest, TheCliMayPointElsewhere) {
  write(R"(u1 < - user "one")");
  write(R"(a1 < u1 assistant id:m1 "answer")");
  write(R"(u2 < a1 user "two")");
  write("last-prompt u2");
  write("last-prompt a1");
  EXPECT_FALSE(read().may_have_forked) << "both are on the way";
  write(R"(u3 < a1 user "another")");
  read();
  write("last-prompt u2");
  EXPECT_TRUE(read().may_have_forked);
}

TEST_F(TranscriptTailTest, KnowsTheTurnThatEnds) {
  write(R"(u1 < - user "one")");
  write(R"(a1 < u1 assistant id:m1 "answer")");
  EXPECT_FALSE(read().turn_ended);
  write(R"(s1 < a1 system sub:turn_duration)");
  auto growth = read();
  EXPECT_TRUE(growth.turn_ended);
  EXPECT_EQ("u1", uuid(growth.turn));
  write(R"(s2 < s1 system sub:turn_duration)");
  EXPECT_FALSE(read().turn_ended) << "told already";
}

TEST_F(TranscriptTailTest, OfSidechainsOnlyASubagentsOwnFileShows) {
  write(R"(u1 < - user side "task")");
  EXPECT_TRUE(read().messages.empty());
  TranscriptTail agent(true);
  auto file = disk_.open("/f");
  auto growth = agent.read(**file, 0, disk_.stat("/f")->size, 0);
  ASSERT_TRUE(growth);
  EXPECT_EQ(1u, growth->messages.size());
}

TEST_F(TranscriptTailTest, AFailedReadLeavesItAsGoodAsNew) {
  write(R"(u1 < - user "one")");
  read();
  auto file = disk_.open("/f");
  write(R"(a1 < u1 assistant id:m1 "answer")");
  class Broken : public RandomAccessFile {
   public:
    Result<size_t> read_at(int64_t, std::span<char>) const override {
      return Error{ErrorCode::kIo, "broken"};
    }
    Result<FileInfo> info() const override { return Error{ErrorCode::kIo, "broken"}; }
  };
  EXPECT_FALSE(tail_.read(Broken(), told_, disk_.stat("/f")->size, told_lines_));
  const auto growth = read();
  ASSERT_EQ(1u, growth.messages.size());
  EXPECT_EQ("answer", growth.messages[0].text);
}

TEST(LineStart, IsFoundAcrossBlocks) {
  MemoryFileSystem disk;
  disk.add_file("/f", "ab\n" + std::string(200'000, 'x'));
  auto file = disk.open("/f");
  EXPECT_EQ(3, *line_start_before(**file, 200'003));
  EXPECT_EQ(3, *line_start_before(**file, 4));
  EXPECT_EQ(3, *line_start_before(**file, 3));
  EXPECT_EQ(0, *line_start_before(**file, 2));
  EXPECT_EQ(0, *line_start_before(**file, 0));
  EXPECT_EQ(1, *count_lines(**file, 0, 200'003));
  EXPECT_EQ(0, *count_lines(**file, 3, 200'003));
}

}  // namespace
}  // namespace clew
