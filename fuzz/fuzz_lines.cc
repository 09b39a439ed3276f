// SPDX-License-Identifier: MIT
//
// Any bytes as a file: the forward reader, the reverse reader, a reader following the file while it
// grows, and ranges must all give the lines of the obvious splitter. The first four bytes choose
// block size, line limit, options and the place where the file is cut while it grows.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "jsonl/line_ranges.h"
#include "jsonl/line_reader.h"
#include "jsonl/reverse_line_reader.h"
#include "jsonl/test_lines.h"
#include "os/testing/faulty_file_system.h"
#include "os/testing/memory_file_system.h"

namespace {

using clew::LineOptions;
using clew::TestLine;

void check(const std::vector<TestLine>& got, const std::vector<TestLine>& expected,
           const char* who) {
  if (got == expected) return;
  std::fprintf(stderr, "%s: expected\n%sgot\n%s", who, clew::describe(expected).c_str(),
               clew::describe(got).c_str());
  std::abort();
}

// The lines of the file in two steps, as someone sees them who follows it.
std::vector<TestLine> follow(std::string_view content, size_t cut, const LineOptions& options) {
  clew::MemoryFileSystem files;
  files.add_file("/f", content.substr(0, cut));
  const auto file = files.open("/f");
  clew::LineReader reader(**file, options);
  std::vector<TestLine> lines = clew::read_all(reader);
  if (!files.append("/f", content.substr(cut))) std::abort();
  for (TestLine& line : clew::read_all(reader)) lines.push_back(std::move(line));
  return lines;
}

std::vector<TestLine> in_ranges(const clew::RandomAccessFile& file, int parts,
                                LineOptions options) {
  std::vector<TestLine> lines;
  const auto ranges = clew::split_at_lines(file, parts);
  if (!ranges) std::abort();
  for (const auto& [start, end] : *ranges) {
    options.start = start;
    options.end = end;
    clew::LineReader reader(file, options);
    for (TestLine& line : clew::read_all(reader)) {
      line.number = static_cast<int64_t>(lines.size()) + 1;
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 4) return 0;
  LineOptions options;
  options.block_size = size_t{data[0]} + 1;
  options.max_line = data[1] == 255 ? 1 << 20 : data[1];
  options.keep_blank = (data[2] & 1) != 0;
  options.partial_tail = (data[2] & 2) != 0;
  const std::string content(reinterpret_cast<const char*>(data) + 4, size - 4);

  clew::MemoryFileSystem memory;
  memory.add_file("/f", content);
  clew::FaultyFileSystem files(memory);
  if ((data[2] & 4) != 0) files.limit_reads(1 + (data[2] >> 3));
  const auto file = files.open("/f");

  const std::vector<TestLine> expected = clew::simple_lines(content, options);
  clew::LineReader forward(**file, options);
  check(clew::read_all(forward), expected, "forward");

  const char byte = content.empty() ? 'x' : content[data[3] % content.size()];
  // Line ends, and what is taken off the ends of lines, cannot be looked for.
  if (byte != '\n' && byte != '\r' && byte != '\0' && byte >= ' ') {
    clew::LineReader finding(**file, options);
    check(clew::lines_with(byte, clew::read_all_with(byte, finding)),
          clew::lines_with(byte, expected), "finding");
  }

  LineOptions all = options;
  all.keep_blank = true;
  const std::vector<TestLine> all_lines = clew::simple_lines(content, all);
  clew::ReverseLineReader reverse(**file, options);
  check(clew::turn_around(clew::read_all(reverse), static_cast<int64_t>(all_lines.size())),
        expected, "reverse");

  all.partial_tail = true;
  check(in_ranges(**file, 1 + data[3] % 8, all), clew::simple_lines(content, all), "ranges");

  options.partial_tail = false;
  check(follow(content, size_t{data[3]} % (content.size() + 1), options),
        clew::simple_lines(content, options), "following");
  return 0;
}
