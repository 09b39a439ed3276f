// SPDX-License-Identifier: MIT
#include "drive/line_buffer.h"

#include <vector>

#include <gtest/gtest.h>

namespace clew {
namespace {

std::vector<std::string> cut(std::string_view bytes, std::size_t piece, std::size_t max_line) {
  LineBuffer buffer(max_line);
  std::vector<std::string> lines;
  const auto visit = [&](const LineBuffer::Line& line) {
    lines.push_back(line.too_long ? "<" + std::to_string(line.length) + ">"
                                  : std::string(line.text));
  };
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    buffer.add(bytes.substr(at, piece), visit);
  }
  buffer.finish(visit);
  return lines;
}

TEST(LineBuffer, CutsTheSameHoweverTheBytesCome) {
  const std::string_view bytes = "one\n\ntwo\r\na line that is too long\nfour\nrest";
  const std::vector<std::string> want = {"one", "", "two", "<23>", "four", "rest"};
  for (std::size_t piece = 1; piece <= bytes.size(); ++piece) {
    EXPECT_EQ(cut(bytes, piece, 10), want) << piece;
  }
}

TEST(LineBuffer, TheCapIsExact) {
  EXPECT_EQ(cut("12345\n", 100, 5), (std::vector<std::string>{"12345"}));
  EXPECT_EQ(cut("123456\n", 100, 5), (std::vector<std::string>{"<6>"}));
  EXPECT_EQ(cut("123456", 1, 5), (std::vector<std::string>{"<6>"}));
  EXPECT_TRUE(cut("", 1, 5).empty());
}

}  // namespace
}  // namespace clew
