// SPDX-License-Identifier: MIT
//
// Examples and the file's adventures; the bulk of the proof is in line_differential_test.cc.
#include "jsonl/line_reader.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "jsonl/line_text.h"
#include "jsonl/reverse_line_reader.h"
#include "jsonl/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using Texts = std::vector<std::string>;

template <class Reader>
Texts texts(Reader& reader) {
  Texts result;
  for (const TestLine& line : read_all(reader)) result.push_back(line.text);
  return result;
}

class LineReaderTest : public testing::Test {
 protected:
  const RandomAccessFile& open(std::string_view content) {
    files_.add_file("/f", content);
    file_ = std::move(*files_.open("/f"));
    return *file_;
  }
  void append(std::string_view bytes) { ASSERT_TRUE(files_.append("/f", bytes)); }

  MemoryFileSystem files_;
  std::unique_ptr<RandomAccessFile> file_;
};

TEST_F(LineReaderTest, TellsOffsetLengthAndNumber) {
  LineReader reader(open("{\"a\":1}\r\n\n  {\"b\":2}\n{\"c\""));
  const std::vector<TestLine> lines = read_all(reader);
  EXPECT_EQ(describe(lines),
            "#1 @0+7 [{\"a\":1}]\n"
            "#3 @10+9 [  {\"b\":2}]\n"
            "#4 @20+4 tail [{\"c\"]\n");
  EXPECT_EQ(reader.position(), 20) << "the tail is not complete";
}

TEST_F(LineReaderTest, ByteOrderMarkAndNulRunsAreTakenOff) {
  LineReader reader(open(std::string("\xEF\xBB\xBF{\"a\":1}\n\0\0\0{\"b\":2}\0\0\n", 24)));
  EXPECT_EQ(describe(read_all(reader)),
            "#1 @3+7 bom [{\"a\":1}]\n"
            "#2 @14+7 [{\"b\":2}]\n");
}

TEST_F(LineReaderTest, OnlyNewlineEndsALine) {
  LineReader reader(
      open("a\rb\xE2\x80\xA8"
           "c\xC2\x85"
           "d\x0B"
           "e\n"));
  EXPECT_EQ(texts(reader).size(), 1u);
}

TEST_F(LineReaderTest, LinesWithinABlockAreNotCopied) {
  const RandomAccessFile& file = open("first\nsecond\n");
  LineReader reader(file);
  const char* first = (*reader.next())->text.data();
  const char* second = (*reader.next())->text.data();
  EXPECT_EQ(second - first, 6);
}

TEST_F(LineReaderTest, LinesWithoutInterestAreNotReturned) {
  files_.add_file("/f", "one\ntwo\nthree\n\nfour\nfi");
  auto file = files_.open("/f");
  LineReader reader(**file, {.block_size = 9, .partial_tail = false});
  const auto find = [](std::string_view lines) { return lines.find('e'); };
  const Line one = **reader.next_with(find);
  EXPECT_EQ(one.text, "one");
  EXPECT_EQ(one.number, 0);
  EXPECT_EQ((**reader.next_with(find)).text, "three");
  EXPECT_FALSE(reader.next_with(find)->has_value());
  EXPECT_EQ(reader.position(), 20);
  ASSERT_TRUE(files_.append("/f", "ve\n"));
  EXPECT_EQ((**reader.next_with(find)).text, "five");
}

TEST_F(LineReaderTest, GoesOnWhenTheFileHasGrown) {
  LineReader reader(open("a\n"));
  EXPECT_EQ(texts(reader), (Texts{"a"}));
  EXPECT_EQ(texts(reader), Texts{});
  append("b\nc\n");
  EXPECT_EQ(texts(reader), (Texts{"b", "c"}));
  EXPECT_EQ(reader.position(), 6);
  append("tail");
  EXPECT_EQ(texts(reader), (Texts{"tail"}));
  append(" end\nd\n");
  EXPECT_EQ(texts(reader), Texts{}) << "after a partial tail the reader is finished";
  LineReader again(*file_, {.start = reader.position()});
  EXPECT_EQ(texts(again), (Texts{"tail end", "d"}));
}

TEST_F(LineReaderTest, HoldsTheTailBackUntilItIsComplete) {
  LineReader reader(open("a\n{\"b"), {.block_size = 2, .partial_tail = false});
  EXPECT_EQ(texts(reader), (Texts{"a"}));
  EXPECT_EQ(reader.position(), 2);
  append("\":2}");
  EXPECT_EQ(texts(reader), Texts{});
  append("\n");
  EXPECT_EQ(texts(reader), (Texts{"{\"b\":2}"}));
}

TEST_F(LineReaderTest, ABlankTailMayBecomeALine) {
  LineReader reader(open(std::string_view("a\n\0\0", 4)));
  EXPECT_EQ(texts(reader), (Texts{"a"}));
  append("b\n");
  EXPECT_EQ(texts(reader), (Texts{"b"}));
}

TEST_F(LineReaderTest, ATooLongTailIsHeldBackToo) {
  LineReader reader(open("a\n0123456789"), {.block_size = 3, .max_line = 4, .partial_tail = false});
  EXPECT_EQ(texts(reader), (Texts{"a"}));
  append("01234567\r");
  EXPECT_EQ(texts(reader), Texts{});
  append("\nb\n");
  EXPECT_EQ(describe(read_all(reader)), "#2 @2+18 long []\n#3 @22+1 [b]\n");
}

TEST_F(LineReaderTest, AShrunkenFileEndsWithoutError) {
  const RandomAccessFile& file = open("one\ntwo\nthree\nfour\n");
  LineReader reader(file, {.block_size = 5});
  EXPECT_EQ((*reader.next())->text, "one");
  files_.truncate_file("/f", 2);
  EXPECT_EQ(texts(reader), Texts{}) << "a torn piece of a lost line is not worth returning";
  EXPECT_TRUE(reader.truncated());
  append("one more\nand more\nand even more\n");
  EXPECT_EQ(texts(reader), Texts{}) << "another content now; takes another reader";
}

TEST_F(LineReaderTest, AFileCutBehindThePositionIsNotTruncated) {
  LineReader reader(open("one\ntwo\nthree\nfour\n"), {.block_size = 4});
  EXPECT_EQ((*reader.next())->text, "one");
  files_.truncate_file("/f", 10);
  EXPECT_EQ(texts(reader), (Texts{"two", "th"}));
  EXPECT_FALSE(reader.truncated());
}

TEST_F(LineReaderTest, StartingBehindTheEndIsTruncation) {
  LineReader reader(open("one\n"), {.start = 10});
  EXPECT_EQ(texts(reader), Texts{});
  EXPECT_TRUE(reader.truncated());
  LineReader at_end(*file_, {.start = 4});
  EXPECT_EQ(texts(at_end), Texts{});
  EXPECT_FALSE(at_end.truncated());
}

TEST_F(LineReaderTest, ARemovedOrReplacedFileIsReadToItsEnd) {
  LineReader reader(open("one\ntwo\nthree\n"), {.block_size = 4});
  EXPECT_EQ((*reader.next())->text, "one");
  files_.add_file("/f", "x");
  EXPECT_EQ((*reader.next())->text, "two");
  ASSERT_TRUE(files_.remove("/f"));
  EXPECT_EQ(texts(reader), (Texts{"three"}));
  EXPECT_FALSE(reader.truncated());
}

TEST_F(LineReaderTest, AFileThatVanishesFromTheNetworkEndsWithoutError) {
  open("one\ntwo\nthree\n");
  FaultyFileSystem faulty(files_);
  auto file = faulty.open("/f");
  LineReader reader(**file, {.block_size = 4});
  ReverseLineReader reverse(**file, {.block_size = 7});
  EXPECT_EQ((*reader.next())->text, "one");
  EXPECT_EQ((*reverse.next())->text, "three");
  faulty.fail_calls(1, {ErrorCode::kNotFound, "gone"}, 100);
  EXPECT_EQ(texts(reader), Texts{});
  EXPECT_TRUE(reader.truncated());
  EXPECT_EQ(texts(reverse), Texts{});
  EXPECT_TRUE(reverse.truncated());
}

TEST_F(LineReaderTest, OptionsOutOfRangeAreHarmless) {
  LineReader reader(open("a\n\nb"), {.start = -5, .end = -7, .block_size = 0, .max_line = -1});
  EXPECT_EQ(describe(read_all(reader)), "#1 @0+1 long []\n#3 @3+1 tail long []\n");
  LineReader huge(*file_, {.block_size = 1, .max_line = INT64_MAX});
  EXPECT_EQ(texts(huge), (Texts{"a", "b"}));
}

// "head\n", one line of the given length, "\ntail\n" without any memory.
class GiantFile : public RandomAccessFile {
 public:
  explicit GiantFile(int64_t length) : length_(length) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    const int64_t left = std::max<int64_t>(size() - offset, 0);
    const auto count = static_cast<size_t>(std::min(left, static_cast<int64_t>(out.size())));
    std::fill_n(out.begin(), count, 'x');
    patch("head\n", 0, offset, out.first(count));
    patch("\ntail\n", 5 + length_, offset, out.first(count));
    return count;
  }
  Result<FileInfo> info() const override { return FileInfo{FileKind::kRegular, size(), 0, 1, 1}; }

 private:
  int64_t size() const { return length_ + 11; }
  static void patch(std::string_view text, int64_t at, int64_t offset, std::span<char> out) {
    for (size_t i = 0; i < text.size(); ++i) {
      const int64_t index = at + static_cast<int64_t>(i) - offset;
      if (index >= 0 && index < static_cast<int64_t>(out.size())) {
        out[static_cast<size_t>(index)] = text[i];
      }
    }
  }

  int64_t length_;
};

constexpr int64_t kGiant = 100 << 20;

template <class Reader>
void read_giant(int64_t max_line, std::vector<TestLine>& lines, size_t& buffer) {
  const GiantFile file(kGiant);
  Reader reader(file, {.max_line = max_line});
  lines = read_all(reader);
  buffer = reader.buffer_size();
}

template <class Reader>
class GiantLine : public testing::Test {};
using Readers = testing::Types<LineReader, ReverseLineReader>;
TYPED_TEST_SUITE(GiantLine, Readers);

TYPED_TEST(GiantLine, BelowTheLimitIsRead) {
  for (const int64_t max_line : {kGiant, int64_t{256} << 20}) {
    std::vector<TestLine> lines;
    size_t buffer = 0;
    read_giant<TypeParam>(max_line, lines, buffer);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_EQ(lines[1].text, std::string(kGiant, 'x'));
    EXPECT_LE(static_cast<int64_t>(buffer), max_line + (2 << 20));
  }
}

TYPED_TEST(GiantLine, AboveTheLimitIsSkippedInLittleMemory) {
  for (const int64_t max_line : {int64_t{100}, int64_t{1} << 20}) {
    std::vector<TestLine> lines;
    size_t buffer = 0;
    read_giant<TypeParam>(max_line, lines, buffer);
    ASSERT_EQ(lines.size(), 3u);
    EXPECT_TRUE(lines[1].too_long);
    EXPECT_EQ(lines[1].text, "");
    EXPECT_EQ(lines[1].offset, 5);
    EXPECT_EQ(lines[1].length, kGiant);
    EXPECT_LE(buffer, 3u << 20);
  }
  std::vector<TestLine> lines;
  size_t buffer = 0;
  read_giant<TypeParam>(kGiant - 1, lines, buffer);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_TRUE(lines[1].too_long) << "one byte too long";
  EXPECT_EQ(lines[1].length, kGiant);
}

// NUL runs longer than the steps in which the ends of a skipped line are looked at.
TYPED_TEST(GiantLine, NulRunsAreTakenOffASkippedLineToo) {
  MemoryFileSystem files;
  const std::string nuls(10000, '\0');
  files.add_file("/f", "a\n" + nuls + "xyz" + nuls + "\r\n" + nuls + nuls + "\nb\n");
  auto file = files.open("/f");
  TypeParam reader(**file, {.block_size = 512, .max_line = 1000});
  std::vector<TestLine> lines = read_all(reader);
  std::sort(lines.begin(), lines.end(),
            [](const TestLine& a, const TestLine& b) { return a.offset < b.offset; });
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_TRUE(lines[1].too_long);
  EXPECT_EQ(lines[1].offset, 10002);
  EXPECT_EQ(lines[1].length, 3);
  EXPECT_TRUE(lines[2].too_long) << "reported even when nothing is left of it";
  EXPECT_EQ(lines[2].length, 0);
}

// Somebody cut the file behind our back: what is left of the line is told, and reading ends.
TEST(LongLine, OfAFileThatHasBecomeShorter) {
  MemoryFileSystem files;
  files.add_file("/f", std::string(3, '\0') + "xyz");
  auto file = files.open("/f");
  for (const int64_t begin : {0, 6, 50}) {
    const auto line = make_long_line(**file, begin, 20'000, /*terminated=*/false);
    ASSERT_TRUE(line);
    EXPECT_TRUE(line->too_long);
    EXPECT_EQ(line->offset, begin == 0 ? 3 : begin);
    EXPECT_EQ(line->length, 20'000 - line->offset);
  }
}

TEST(LineReaderMemory, IsGivenBackAfterAGiant) {
  const GiantFile file(kGiant);
  LineReader reader(file, {.partial_tail = false});
  EXPECT_TRUE((*reader.next()).has_value());
  EXPECT_EQ((*reader.next())->length, kGiant);
  EXPECT_GT(reader.buffer_size(), static_cast<size_t>(kGiant));
  EXPECT_EQ((*reader.next())->text, "tail");
  EXPECT_FALSE((*reader.next()).has_value());
  EXPECT_LE(reader.buffer_size(), 2u << 20);
}

}  // namespace
}  // namespace clew
