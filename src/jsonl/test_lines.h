// SPDX-License-Identifier: MIT
//
// For tests and fuzzing only: lines found in the most obvious way, to compare the readers with.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jsonl/line_reader.h"

namespace clew {

// A line that owns its text.
struct TestLine {
  int64_t offset = 0;
  int64_t length = 0;
  int64_t number = 0;
  std::string text;
  bool terminated = true;
  bool too_long = false;
  bool bom = false;

  bool operator==(const TestLine&) const = default;
};

inline TestLine own(const Line& line) {
  return {line.offset,     line.length,   line.number, std::string(line.text),
          line.terminated, line.too_long, line.bom};
}

// For messages: one line per line, bytes below 32 and above 126 as hexadecimal numbers.
inline std::string describe(const std::vector<TestLine>& lines) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out;
  for (const TestLine& line : lines) {
    out += "#" + std::to_string(line.number) + " @" + std::to_string(line.offset) + "+" +
           std::to_string(line.length) + (line.terminated ? "" : " tail") +
           (line.too_long ? " long" : "") + (line.bom ? " bom" : "") + " [";
    for (const char c : line.text.substr(0, 200)) {
      const auto byte = static_cast<unsigned char>(c);
      if (byte >= 32 && byte < 127) {
        out += c;
      } else {
        out.append("<").append({kHex[byte / 16], kHex[byte % 16]}).append(">");
      }
    }
    out += "]\n";
  }
  return out;
}

// The rules of line_reader.h, spelled out on a file that fits into a string.
inline std::vector<TestLine> simple_lines(std::string_view file, const LineOptions& options) {
  const auto size = static_cast<int64_t>(file.size());
  const int64_t stop = options.end < 0 ? size : std::min(options.end, size);
  std::vector<TestLine> lines;
  int64_t number = 0;
  for (int64_t at = options.start; at < stop;) {
    int64_t begin = at;
    while (at < stop && file[static_cast<size_t>(at)] != '\n') ++at;
    int64_t end = at;
    TestLine line;
    line.terminated = at < stop;
    ++at;
    if (!line.terminated && !options.partial_tail) break;
    line.number = ++number;
    const auto byte = [&](int64_t index) { return file[static_cast<size_t>(index)]; };
    if (line.terminated && end > begin && byte(end - 1) == '\r') --end;
    line.too_long = end - begin > options.max_line;
    if (begin == 0 && end >= 3 && file.substr(0, 3) == "\xEF\xBB\xBF") {
      line.bom = true;
      begin = 3;
    }
    while (begin < end && byte(begin) == '\0') ++begin;
    while (begin < end && byte(end - 1) == '\0') --end;
    line.offset = begin;
    line.length = end - begin;
    bool blank = true;
    for (int64_t i = begin; i < end; ++i) {
      blank = blank && std::string_view(" \t\r\0", 4).find(byte(i)) != std::string_view::npos;
    }
    if (blank && !line.too_long && !options.keep_blank) continue;
    if (!line.too_long) {
      line.text = file.substr(static_cast<size_t>(begin), static_cast<size_t>(end - begin));
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

// All lines a reader gives, up to the end or an error. Touches the padding of each, for the
// address sanitizer to see.
template <class Reader>
std::vector<TestLine> read_all(Reader& reader, std::optional<Error>* error = nullptr) {
  std::vector<TestLine> lines;
  for (;;) {
    auto line = reader.next();
    if (!line) {
      if (error != nullptr) *error = line.error();
      break;
    }
    if (!*line) break;
    lines.push_back(own(**line));
    if (!(*line)->too_long) {
      const volatile char* padding = (*line)->text.data() + (*line)->text.size();
      for (size_t i = 0; i < kLinePadding; ++i) static_cast<void>(padding[i]);
    }
  }
  return lines;
}

// Lines of a reverse reader in the order of the file, given how many lines (blank ones included)
// there are.
inline std::vector<TestLine> turn_around(std::vector<TestLine> lines, int64_t count) {
  std::reverse(lines.begin(), lines.end());
  for (TestLine& line : lines) line.number = count + 1 - line.number;
  return lines;
}

// Lines that hold the byte, and those that are returned without being looked at; unnumbered.
inline std::vector<TestLine> lines_with(char byte, const std::vector<TestLine>& lines) {
  std::vector<TestLine> some;
  for (const TestLine& line : lines) {
    if (line.text.find(byte) == std::string::npos && !line.too_long && line.terminated) continue;
    some.push_back(line);
    some.back().number = 0;
  }
  return some;
}

// What a reader gives who looks for the byte. May hold other lines, too.
inline std::vector<TestLine> read_all_with(char byte, LineReader& reader) {
  std::vector<TestLine> lines;
  for (;;) {
    const auto line = reader.next_with([byte](std::string_view text) { return text.find(byte); });
    if (!line || !*line) return lines;
    lines.push_back(own(**line));
  }
}

}  // namespace clew
