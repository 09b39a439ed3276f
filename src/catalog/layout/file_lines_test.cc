// SPDX-License-Identifier: MIT

#include "catalog/layout/file_lines.h"

#include <random>

#include <gtest/gtest.h>

#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

// A hundred lines of different lengths.
class FileLinesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string bytes;
    for (std::size_t i = 0; i < 100; ++i) {
      Entry entry;
      entry.offset = std::ssize(bytes);
      texts_.push_back("line " + std::to_string(i) + std::string(i * 7 % 40, '.'));
      entry.length = std::ssize(texts_.back());
      entries_.push_back(entry);
      bytes += texts_.back() + "\n";
    }
    disk_.add_file("/f", bytes);
    auto file = faulty_.open("/f");
    ASSERT_TRUE(file);
    file_ = std::move(*file);
  }
  void expect(FileLines& lines, std::size_t i) const {
    const auto line = lines.line(entries_[i]);
    ASSERT_TRUE(line) << i << ": " << line.error().message;
    EXPECT_EQ(*line, texts_[i]);
  }
  std::int64_t reads() const { return faulty_.calls(); }

  MemoryFileSystem disk_;
  FaultyFileSystem faulty_{disk_};
  std::unique_ptr<RandomAccessFile> file_;
  std::vector<Entry> entries_;
  std::vector<std::string> texts_;
};

TEST_F(FileLinesTest, GivesEveryLineWhateverTheBlock) {
  std::mt19937 dice(5);
  for (const std::size_t block : {1U, 10U, 50U, 200U, 100'000U}) {
    FileLines lines(*file_, block);
    for (std::size_t i = 0; i < 100; ++i) expect(lines, i);
    for (std::size_t i = 100; i-- > 0;) expect(lines, i);
    for (int i = 0; i < 300; ++i) expect(lines, dice() % 100);
  }
}

TEST_F(FileLinesTest, LinesInOrderCostFewReads) {
  FileLines lines(*file_, 1000);
  std::int64_t before = reads();
  for (std::size_t i = 0; i < 100; ++i) expect(lines, i);
  EXPECT_LT(reads() - before, 10);
  before = reads();
  for (std::size_t i = 100; i-- > 0;) expect(lines, i);
  EXPECT_LT(reads() - before, 10);
}

TEST_F(FileLinesTest, AFileThatBecameShorterIsAnError) {
  disk_.add_file("/g", "short");
  const auto cut = disk_.open("/g");
  ASSERT_TRUE(cut);
  FileLines lines(**cut, 1000);
  EXPECT_FALSE(lines.line(entries_[50]));
  EXPECT_FALSE(lines.line(entries_[0]));
  Entry whole;
  whole.length = 5;
  ASSERT_TRUE(lines.line(whole)) << "what is there can still be had";
  EXPECT_EQ(*lines.line(whole), "short");
}

}  // namespace
}  // namespace clew
