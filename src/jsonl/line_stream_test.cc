// SPDX-License-Identifier: MIT
#include "jsonl/line_stream.h"

#include <string>

#include <gtest/gtest.h>

#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

std::unique_ptr<RandomAccessFile> file_of(MemoryFileSystem& files, const std::string& content) {
  files.add_file("/f", content);
  return std::move(*files.open("/f"));
}

TEST(LineStream, CondensesALineOfAnySizeInPlace) {
  const std::string before = "{\"first\":1}\n";
  const std::string giant =
      R"({"text":")" + std::string(std::size_t{3} << 20, 'x') + R"(","uuid":"u"})";
  MemoryFileSystem files;
  const auto file = file_of(files, before + giant + "\n{}\n");
  auto line = condense_line(*file, static_cast<std::int64_t>(before.size()),
                            static_cast<std::int64_t>(giant.size()), {.longest_text = 5});
  ASSERT_TRUE(line);
  EXPECT_EQ(line->text,
            R"({"text":"xxxxx\n[... cut: the whole text has 3145728 bytes]","uuid":"u"})");
  EXPECT_EQ(line->cut_texts, 1);
  EXPECT_EQ(line->left_out, 0);
  EXPECT_FALSE(line->repairs.any());
}

TEST(LineStream, SaysWhatIsWrong) {
  MemoryFileSystem files;
  const auto file = file_of(files, R"({"a":"b"} x)");
  EXPECT_TRUE(condense_line(*file, 0, 9));
  auto torn = condense_line(*file, 0, 7);
  ASSERT_FALSE(torn);
  EXPECT_EQ(torn.error().code, ErrorCode::kCorrupt);
  auto merged = condense_line(*file, 0, 11);
  ASSERT_FALSE(merged);
  EXPECT_EQ(merged.error().code, ErrorCode::kCorrupt);
  auto gone = condense_line(*file, 0, 12);
  ASSERT_FALSE(gone);
}

TEST(LineStream, ToldWhenTheFileIsTooShort) {
  MemoryFileSystem files;
  const auto file = file_of(files, R"({"a":"b")");
  auto gone = condense_line(*file, 0, 100);
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, ErrorCode::kNotFound);
}

TEST(LineStream, MendsWhatTheParserMends) {
  MemoryFileSystem files;
  const auto file = file_of(files, "{\"a\":\"\\ud83d\xFF\"}");
  auto line = condense_line(*file, 0, 15);
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->text, "{\"a\":\"\xEF\xBF\xBD\xEF\xBF\xBD\"}");
  EXPECT_TRUE(line->repairs.lone_surrogate);
  EXPECT_TRUE(line->repairs.invalid_utf8);
}

}  // namespace
}  // namespace clew
