// SPDX-License-Identifier: MIT
//
// Examples; that it mirrors LineReader is shown in line_differential_test.cc.
#include "jsonl/reverse_line_reader.h"

#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "jsonl/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class ReverseLineReaderTest : public testing::Test {
 protected:
  const RandomAccessFile& open(std::string_view content) {
    files_.add_file("/f", content);
    file_ = std::move(*files_.open("/f"));
    return *file_;
  }

  MemoryFileSystem files_;
  std::unique_ptr<RandomAccessFile> file_;
};

TEST_F(ReverseLineReaderTest, CountsFromTheEnd) {
  ReverseLineReader reader(open("one\r\n\ntwo\nthr"));
  EXPECT_EQ(describe(read_all(reader)),
            "#1 @10+3 tail [thr]\n"
            "#2 @6+3 [two]\n"
            "#4 @0+3 [one]\n");
}

TEST_F(ReverseLineReaderTest, AnUnfinishedTailCanBeLeftOut) {
  ReverseLineReader reader(open("one\ntwo\nthr"), {.block_size = 2, .partial_tail = false});
  EXPECT_EQ(describe(read_all(reader)), "#1 @4+3 [two]\n#2 @0+3 [one]\n");
}

TEST_F(ReverseLineReaderTest, ReadsOnlyAsFarAsAsked) {
  open(std::string(100000, 'x') + "\nlast\n");
  FaultyFileSystem faulty(files_);
  auto file = faulty.open("/f");
  ReverseLineReader reader(**file, {.block_size = 64});
  EXPECT_EQ((*reader.next())->text, "last");
  EXPECT_EQ(faulty.calls(), 3) << "open, info, one read";
}

TEST_F(ReverseLineReaderTest, TheSizeIsThatOfTheFirstCall) {
  ReverseLineReader reader(open("one\ntwo\n"), {.block_size = 4});
  ASSERT_TRUE(files_.append("/f", "three\n"));
  EXPECT_EQ((*reader.next())->text, "three");
  ASSERT_TRUE(files_.append("/f", "four\n"));
  EXPECT_EQ((*reader.next())->text, "two");
  EXPECT_EQ((*reader.next())->text, "one");
  EXPECT_FALSE((*reader.next()).has_value());
}

TEST_F(ReverseLineReaderTest, AShrunkenFileEndsWithoutError) {
  ReverseLineReader reader(open("one\ntwo\nthree\n"), {.block_size = 7});
  EXPECT_EQ((*reader.next())->text, "three");
  files_.truncate_file("/f", 1);
  EXPECT_FALSE((*reader.next()).has_value());
  EXPECT_TRUE(reader.truncated());
}

TEST_F(ReverseLineReaderTest, StartingBehindTheEndIsTruncation) {
  ReverseLineReader reader(open("one\n"), {.start = 5});
  EXPECT_FALSE((*reader.next()).has_value());
  EXPECT_TRUE(reader.truncated());
}

}  // namespace
}  // namespace clew
