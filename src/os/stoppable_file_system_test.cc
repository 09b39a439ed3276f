// SPDX-License-Identifier: MIT

#include "os/stoppable_file_system.h"

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

class StoppableFileSystemTest : public ::testing::Test {
 protected:
  void SetUp() override {
    disk_.add_file("/a/b", std::string(200'000, 'x'));
    large_.resize(100'000);
  }

  MemoryFileSystem disk_;
  StoppableFileSystem files_{disk_};
  std::string large_;
  bool stop_ = false;
};

TEST_F(StoppableFileSystemTest, PassesEverythingOn) {
  const StopScope scope(files_.stop(), [this] { return stop_; });
  EXPECT_EQ(200'000, files_.stat("/a/b")->size);
  EXPECT_EQ(1u, files_.list("/a")->size());
  auto file = files_.open("/a/b");
  ASSERT_TRUE(file);
  EXPECT_EQ(100'000u, *(*file)->read_at(0, large_));
  EXPECT_TRUE(files_.write_file_atomic("/a/c", "y"));
  EXPECT_TRUE(files_.append(PathBelow("/") / "a" / "c", "y", AppendAt::kEnd));
  EXPECT_TRUE(files_.rename_new(PathBelow("/") / "a" / "c", PathBelow("/") / "a" / "d"));
  EXPECT_TRUE(files_.remove(PathBelow("/") / "a" / "d"));
  EXPECT_FALSE(files_.stop().was_stopped());
}

TEST_F(StoppableFileSystemTest, EverythingEndsWithTheSignal) {
  const StopScope scope(files_.stop(), [this] { return stop_; });
  auto file = files_.open("/a/b");
  ASSERT_TRUE(file);
  stop_ = true;
  const auto read = (*file)->read_at(0, large_);
  ASSERT_FALSE(read) << "a large read asks at once";
  EXPECT_EQ(ErrorCode::kCancelled, read.error().code);
  EXPECT_TRUE(files_.stop().was_stopped());
  stop_ = false;
  char byte = 0;
  EXPECT_FALSE((*file)->read_at(0, {&byte, 1})) << "and it stays so";
  EXPECT_FALSE((*file)->info());
  EXPECT_FALSE(files_.open("/a/b"));
  EXPECT_FALSE(files_.stat("/a/b"));
  EXPECT_FALSE(files_.list("/a"));
  EXPECT_FALSE(files_.real_path("/a/b"));
  EXPECT_FALSE(files_.write_file_atomic("/a/c", "y"));
  EXPECT_FALSE(files_.append(PathBelow("/") / "a" / "b", "y", AppendAt::kEnd));
  EXPECT_FALSE(files_.rename_new(PathBelow("/") / "a" / "b", PathBelow("/") / "a" / "c"));
  EXPECT_FALSE(files_.remove(PathBelow("/") / "a" / "b"));
  EXPECT_FALSE(files_.create_directories("/x"));
  EXPECT_TRUE(disk_.stat("/a/b"));
}

TEST_F(StoppableFileSystemTest, SmallStepsAskNowAndThen) {
  int asked = 0;
  const StopScope scope(files_.stop(), [&] { return ++asked, stop_; });
  for (int i = 0; i < 160; ++i) EXPECT_TRUE(files_.stat("/a/b"));
  EXPECT_EQ(10, asked);
  stop_ = true;
  int passed = 0;
  while (files_.stat("/a/b")) ++passed;
  EXPECT_LT(passed, 16);
}

TEST_F(StoppableFileSystemTest, TheNextOneBeginsAnew) {
  {
    const StopScope scope(files_.stop(), [] { return true; });
    EXPECT_TRUE(files_.stop().is_stopped());
  }
  EXPECT_FALSE(files_.stop().was_stopped());
  EXPECT_TRUE(files_.stat("/a/b"));
}

}  // namespace
}  // namespace clew
