// SPDX-License-Identifier: MIT
#include "jsonl/line_ranges.h"

#include <string>

#include <gtest/gtest.h>

#include "jsonl/line_reader.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using Ranges = std::vector<std::pair<int64_t, int64_t>>;

Ranges split(const std::string& content, int parts) {
  MemoryFileSystem files;
  files.add_file("/f", content);
  return *split_at_lines(**files.open("/f"), parts);
}

TEST(ReadLineAt, GivesTheTextWithRoomForPadding) {
  MemoryFileSystem files;
  files.add_file("/f", "one\ntwo\n");
  FaultyFileSystem faulty(files);
  faulty.limit_reads(2);
  auto file = faulty.open("/f");
  auto text = read_line_at(**file, 4, 3);
  ASSERT_TRUE(text);
  EXPECT_EQ(*text, "two");
  EXPECT_GE(text->capacity(), text->size() + kLinePadding);
  EXPECT_EQ(*read_line_at(**file, 8, 0), "");
}

TEST(ReadLineAt, AMissingLineIsAnErrorWhateverTheNumbers) {
  MemoryFileSystem files;
  files.add_file("/f", "one\ntwo\n");
  auto file = files.open("/f");
  EXPECT_EQ(read_line_at(**file, 4, 5).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_line_at(**file, 9, 0).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_line_at(**file, 1, INT64_MAX).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_line_at(**file, INT64_MAX, 1).error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_line_at(**file, -1, 1).error().code, ErrorCode::kInvalid);
  EXPECT_EQ(read_line_at(**file, 1, -1).error().code, ErrorCode::kInvalid);
}

TEST(SplitAtLines, CutsBetweenLines) {
  EXPECT_EQ(split("", 4), Ranges{});
  EXPECT_EQ(split("aa\nbb\ncc\ndd\n", 1), (Ranges{{0, 12}}));
  EXPECT_EQ(split("aa\nbb\ncc\ndd\n", 2), (Ranges{{0, 9}, {9, 12}}));
  EXPECT_EQ(split("aa\nbb\ncc\ndd\n", 4), (Ranges{{0, 6}, {6, 12}}));
  EXPECT_EQ(split("aa\nbb\ncc\ndd\n", 100), (Ranges{{0, 3}, {3, 6}, {6, 9}, {9, 12}}));
  EXPECT_EQ(split("aa\nbb\ncc", 3), (Ranges{{0, 3}, {3, 6}, {6, 8}}));
  EXPECT_EQ(split("one long line without an end", 3), (Ranges{{0, 28}}));
  EXPECT_EQ(split("a\n", 0), (Ranges{{0, 2}}));
}

TEST(SplitAtLines, PartsOfABigFileAreAboutEqual) {
  std::string content;
  for (int i = 0; i < 20000; ++i) content += std::string(static_cast<size_t>(i % 97), 'x') + "\n";
  const Ranges ranges = split(content, 8);
  ASSERT_EQ(ranges.size(), 8u);
  for (const auto& [start, end] : ranges) {
    EXPECT_NEAR(static_cast<double>(end - start), static_cast<double>(content.size()) / 8, 1000);
  }
}

TEST(SplitAtLines, AGiantLineStaysWhole) {
  const std::string giant(1 << 20, 'x');
  const Ranges ranges = split("a\n" + giant + "\nb\n", 8);
  EXPECT_EQ(ranges.front(), (std::pair<int64_t, int64_t>{0, 3 + (1 << 20)}));
  EXPECT_EQ(ranges.back().second, 5 + (1 << 20));
}

TEST(SplitAtLines, AFailingDiskIsAnError) {
  MemoryFileSystem files;
  files.add_file("/f", "a\nb\n");
  FaultyFileSystem faulty(files);
  auto file = faulty.open("/f");
  for (int64_t n = 1; n <= 2; ++n) {
    faulty.fail_calls(n, {ErrorCode::kIo, "broken"});
    EXPECT_FALSE(split_at_lines(**file, 2));
  }
}

}  // namespace
}  // namespace clew
