// SPDX-License-Identifier: MIT
//
// Forward reader, reverse reader and the obvious splitter of test_lines.h must agree: on every
// nasty content, for every small block size, for limits around every length, also when reads come
// in pieces, when the file grows in between, and when it is split into ranges.
#include <memory>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "jsonl/line_ranges.h"
#include "jsonl/line_reader.h"
#include "jsonl/reverse_line_reader.h"
#include "jsonl/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace clew {
namespace {

using std::string_literals::operator""s;

std::vector<std::string> nasty_contents() {
  return {
      "",
      "\n",
      "\n\n\n",
      "a",
      "a\n",
      "a\nb",
      "a\nb\n",
      "a\n\nb\n\n",
      "\n\na\n",
      "a\r\nb\r\n",
      "a\r\nb\r",
      "a\rb\rc\n",
      "\r",
      "\r\n",
      "\r\r\n",
      "\n\r",
      "a\r\r\n\r\nb",
      "  \t \n{\"a\":1}\n \t\r\n",
      "x\n   ",
      "\xEF\xBB\xBF{\"a\":1}\n\xEF\xBB\xBFx\n",
      "\xEF\xBB\xBF",
      "\xEF\xBB\xBF\n",
      "\xEF\xBB\xBF\r\nx",
      "\xEF\xBB",
      "\xEF\xBB\nx",
      "\xEF\xBB\xBF\0\0x\0\n"s,
      "\0"s,
      "\0\0\0\0"s,
      "\0\n\0\0\n"s,
      "\0\0\0{\"a\":1}\n"s,
      "{\"a\":1}\0\0\0\n"s,
      "{\"a\":1}\0\0\0\r\n"s,
      "{\"a\":1}\r\0\0\n"s,
      "{\"a\":\"\0\"}\nx\0"s,
      "\0 \0\t\n\0x"s,
      "{\"a\":1}\n{\"b\":2}\n\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0{\"c\":3}\n"s,
      "{\"t\":\"\xC3\xA4\xE2\x82\xAC\xF0\x9F\x98\x80\"}\n\xF0\x9F\x98\x80\n\xF0\x9F\x98",
      "{\"t\":\"\\u00e4\\n\\\"\\ud83d\"}\n{\"t\":\"\\\\\"}",
      "\xE2\x80\xA8\n\xC2\x85\x0B\x0C\x1C\n\xFF\xFE\n",
      "short\n" + std::string(50, 'l') + "\nshort\n" + std::string(90, 'm'),
      std::string(130, 'z'),
      std::string(39, 'a') + "\n" + std::string(40, 'b') + "\r\n" + std::string(41, 'c') + "\n",
      std::string(70, '\0') + "x" + std::string(70, '\0') + "\r\ny\n",
      std::string(60, ' ') + "\n" + std::string(60, '\0') + "\nend",
  };
}

void expect_same(const std::vector<TestLine>& got, const std::vector<TestLine>& expected,
                 std::string_view content, const LineOptions& options, const char* who) {
  if (got == expected) return;
  ADD_FAILURE() << who << " block " << options.block_size << " max " << options.max_line
                << " keep_blank " << options.keep_blank << " partial_tail " << options.partial_tail
                << " range " << options.start << ".." << options.end << "\ncontent\n"
                << describe({{0, static_cast<int64_t>(content.size()), 0, std::string(content)}})
                << "expected\n"
                << describe(expected) << "got\n"
                << describe(got);
}

int64_t count_lines(const std::string& content, LineOptions options) {
  options.keep_blank = true;
  return static_cast<int64_t>(simple_lines(content, options).size());
}

// One file through both readers and, if it is the whole file, through ranges.
void compare(const RandomAccessFile& file, const std::string& content, const LineOptions& options) {
  const std::vector<TestLine> expected = simple_lines(content, options);
  LineReader forward(file, options);
  expect_same(read_all(forward), expected, content, options, "forward");
  EXPECT_FALSE(forward.truncated());
  for (const char byte : {'a', 'b', 'x', '"', '\xE2'}) {
    LineReader finding(file, options);
    expect_same(lines_with(byte, read_all_with(byte, finding)), lines_with(byte, expected), content,
                options, "finding");
    EXPECT_EQ(finding.position(), forward.position());
  }
  ReverseLineReader reverse(file, options);
  expect_same(turn_around(read_all(reverse), count_lines(content, options)), expected, content,
              options, "reverse");
  EXPECT_FALSE(reverse.truncated());
}

// All combinations of the yes/no options and some limits.
template <class Check>
void for_options(size_t block_size, Check check) {
  for (const int64_t max_line : {0, 1, 2, 7, 39, 40, 41, 1000}) {
    for (int flags = 0; flags < 4; ++flags) {
      LineOptions options;
      options.block_size = block_size;
      options.max_line = max_line;
      options.keep_blank = (flags & 1) != 0;
      options.partial_tail = (flags & 2) != 0;
      check(options);
    }
  }
}

TEST(LineDifferential, NastyContentsForEveryBlockSize) {
  for (const std::string& content : nasty_contents()) {
    MemoryFileSystem files;
    files.add_file("/f", content);
    auto file = files.open("/f");
    for (size_t block_size = 1; block_size <= 40; ++block_size) {
      for_options(block_size, [&](const LineOptions& options) {
        if (!HasFailure()) compare(**file, content, options);
      });
    }
  }
}

TEST(LineDifferential, EveryRangeOfNastyContents) {
  for (const std::string& content : nasty_contents()) {
    if (content.size() > 60) continue;
    MemoryFileSystem files;
    files.add_file("/f", content);
    auto file = files.open("/f");
    const auto size = static_cast<int64_t>(content.size());
    for (int64_t start = 0; start <= size; ++start) {
      for (int64_t end = start - 1; end <= size + 1; ++end) {
        for (const size_t block_size : {1u, 3u, 64u}) {
          LineOptions options;
          options.block_size = block_size;
          options.start = start;
          options.end = end;
          if (!HasFailure()) compare(**file, content, options);
        }
      }
    }
  }
}

TEST(LineDifferential, ReadsInPieces) {
  for (const std::string& content : nasty_contents()) {
    MemoryFileSystem memory;
    memory.add_file("/f", content);
    FaultyFileSystem files(memory);
    auto file = files.open("/f");
    for (size_t piece = 1; piece <= 5; ++piece) {
      files.limit_reads(piece);
      for (const size_t block_size : {1u, 2u, 7u, 16u, 4096u}) {
        for_options(block_size, [&](const LineOptions& options) {
          if (!HasFailure()) compare(**file, content, options);
        });
      }
    }
  }
}

// Every call of the disk fails once; after the error the readers go on as if nothing had been.
TEST(LineDifferential, AnyReadMayFailAndIsTriedAgain) {
  const Error broken{ErrorCode::kIo, "broken"};
  for (const std::string& content : nasty_contents()) {
    MemoryFileSystem memory;
    memory.add_file("/f", content);
    FaultyFileSystem files(memory);
    auto file = files.open("/f");
    const auto read = [&](auto& reader, int64_t failing, bool& failed) {
      files.fail_calls(failing, broken);
      std::optional<Error> error;
      std::vector<TestLine> lines = read_all(reader, &error);
      failed = error.has_value();
      if (failed) {
        EXPECT_EQ(error->message, "broken");
        for (TestLine& line : read_all(reader)) lines.push_back(std::move(line));
      }
      return lines;
    };
    for (const size_t block_size : {1u, 5u, 64u}) {
      for (const int64_t max_line : {10, 1000}) {
        LineOptions options;
        options.block_size = block_size;
        options.max_line = max_line;
        const std::vector<TestLine> expected = simple_lines(content, options);
        const int64_t count = count_lines(content, options);
        bool failed = true;
        for (int64_t n = 1; failed && !HasFailure(); ++n) {
          LineReader forward(**file, options);
          expect_same(read(forward, n, failed), expected, content, options, "forward");
        }
        failed = true;
        for (int64_t n = 1; failed && !HasFailure(); ++n) {
          ReverseLineReader reverse(**file, options);
          expect_same(turn_around(read(reverse, n, failed), count), expected, content, options,
                      "reverse");
        }
      }
    }
  }
}

// The file is written byte by byte, and followed.
TEST(LineDifferential, FollowingAGrowingFile) {
  for (const std::string& content : nasty_contents()) {
    for (const size_t block_size : {1u, 2u, 5u, 64u}) {
      for_options(block_size, [&](LineOptions options) {
        if (HasFailure()) return;
        options.partial_tail = false;
        MemoryFileSystem files;
        files.add_file("/f", "");
        auto file = files.open("/f");
        LineReader reader(**file, options);
        std::vector<TestLine> lines;
        for (size_t i = 0; i <= content.size(); ++i) {
          for (TestLine& line : read_all(reader)) lines.push_back(std::move(line));
          const size_t newline = content.substr(0, i).rfind('\n');
          EXPECT_EQ(reader.position(), static_cast<int64_t>(newline + 1));  // npos + 1 == 0
          EXPECT_TRUE(files.append("/f", content.substr(i, 1)));
        }
        expect_same(lines, simple_lines(content, options), content, options, "following");
        EXPECT_FALSE(reader.truncated());
      });
    }
  }
}

TEST(LineDifferential, RangesTogetherAreTheFile) {
  for (const std::string& content : nasty_contents()) {
    MemoryFileSystem files;
    files.add_file("/f", content);
    auto file = files.open("/f");
    for (int parts = 1; parts <= 12; ++parts) {
      auto ranges = split_at_lines(**file, parts);
      ASSERT_TRUE(ranges);
      EXPECT_LE(ranges->size(), static_cast<size_t>(parts));
      std::vector<TestLine> lines;
      int64_t last = 0;
      for (const auto& [start, end] : *ranges) {
        EXPECT_EQ(start, last);
        EXPECT_LT(start, end);
        last = end;
        LineOptions options;
        options.start = start;
        options.end = end;
        options.keep_blank = true;
        LineReader reader(**file, options);
        for (TestLine& line : read_all(reader)) {
          line.number = static_cast<int64_t>(lines.size()) + 1;
          lines.push_back(std::move(line));
        }
      }
      EXPECT_EQ(last, static_cast<int64_t>(content.size()));
      LineOptions whole;
      whole.keep_blank = true;
      expect_same(lines, simple_lines(content, whole), content, whole, "ranges");
    }
  }
}

TEST(LineDifferential, RandomFiles) {
  std::mt19937 random(20260101);
  const auto pick = [&](size_t count) {
    return std::uniform_int_distribution<size_t>(0, count - 1)(random);
  };
  const std::vector<std::string> pieces = {"\n",
                                           "\n",
                                           "\n",
                                           "\r\n",
                                           "\r",
                                           "\0"s,
                                           " ",
                                           "{\"a\":1}",
                                           "\xEF\xBB\xBF",
                                           "\xF0\x9F\x98\x80",
                                           "\\n",
                                           std::string(37, 'x'),
                                           "\0\0\0\0\0"s,
                                           "abc"};
  for (int round = 0; round < 3000 && !HasFailure(); ++round) {
    std::string content;
    for (size_t i = pick(40); i > 0; --i) content += pieces[pick(pieces.size())];
    MemoryFileSystem memory;
    memory.add_file("/f", content);
    FaultyFileSystem files(memory);
    if (pick(2) == 0) files.limit_reads(1 + pick(20));
    auto file = files.open("/f");
    LineOptions options;
    options.block_size = 1 + pick(200);
    options.max_line = static_cast<int64_t>(pick(2) == 0 ? pick(60) : 10000);
    options.keep_blank = pick(2) == 0;
    options.partial_tail = pick(2) == 0;
    if (pick(2) == 0) options.start = static_cast<int64_t>(pick(content.size() + 1));
    if (pick(2) == 0) options.end = static_cast<int64_t>(pick(content.size() + 1));
    compare(**file, content, options);
  }
}

}  // namespace
}  // namespace clew
