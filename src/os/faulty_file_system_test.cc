// SPDX-License-Identifier: MIT
#include "os/testing/faulty_file_system.h"

#include <string>

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class FaultyFileSystemTest : public testing::Test {
 protected:
  FaultyFileSystemTest() { memory_.add_file("/f", "hello"); }

  MemoryFileSystem memory_;
  FaultyFileSystem files_{memory_};
  const Error broken_{ErrorCode::kIo, "broken"};
};

TEST_F(FaultyFileSystemTest, PassesOnAndCountsEveryCall) {
  auto file = files_.open("/f");
  ASSERT_TRUE(file);
  char out[8];
  EXPECT_EQ(*(*file)->read_at(1, out), 4u);
  EXPECT_EQ((*file)->info()->size, 5);
  EXPECT_TRUE(files_.stat("/f"));
  EXPECT_TRUE(files_.list("/"));
  EXPECT_TRUE(files_.real_path("/f"));
  EXPECT_TRUE(files_.create_directories("/d"));
  EXPECT_TRUE(files_.write_file_atomic("/d/g", "x"));
  EXPECT_TRUE(files_.append(PathBelow("/") / "d" / "g", "y", AppendAt::kEnd));
  EXPECT_TRUE(files_.rename_new(PathBelow("/") / "d" / "g", PathBelow("/") / "d" / "h"));
  EXPECT_EQ(*read_file(memory_, "/d/h", 10), "xy");
  EXPECT_TRUE(files_.remove(PathBelow("/") / "d" / "h"));
  EXPECT_EQ(files_.open("/none").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(files_.calls(), 12);
}

TEST_F(FaultyFileSystemTest, FailsTheGivenCallsAndNoOthers) {
  EXPECT_TRUE(files_.stat("/f"));
  files_.fail_calls(2, broken_, 2);
  EXPECT_TRUE(files_.append(PathBelow("/") / "f", "1", AppendAt::kEnd));
  EXPECT_EQ(files_.append(PathBelow("/") / "f", "2", AppendAt::kEnd).error().message, "broken");
  EXPECT_EQ(files_.stat("/f").error().code, ErrorCode::kIo);
  EXPECT_TRUE(files_.append(PathBelow("/") / "f", "4", AppendAt::kEnd));
  EXPECT_EQ(*read_file(memory_, "/f", 100), "hello14") << "a failed call changes nothing";
}

TEST_F(FaultyFileSystemTest, EveryCallOfAnOperationCanFail) {
  int64_t n = 1;
  for (;; ++n) {
    FaultyFileSystem files(memory_);
    files.fail_calls(n, broken_);
    auto text = read_file(files, "/f", 100);
    if (files.calls() < n) {
      EXPECT_EQ(*text, "hello");
      break;
    }
    EXPECT_FALSE(text) << "call " << n;
  }
  EXPECT_EQ(n - 1, 4) << "open, info, read, read at the end";
}

TEST_F(FaultyFileSystemTest, CutsReadsShort) {
  files_.limit_reads(2);
  auto file = files_.open("/f");
  char out[8];
  EXPECT_EQ(*(*file)->read_at(0, out), 2u);
  EXPECT_EQ(*(*file)->read_at(4, out), 1u);
  EXPECT_EQ(*read_file(files_, "/f", 100), "hello");
}

}  // namespace
}  // namespace clew
