// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace clew {

// Cuts a stream of bytes into lines at "\n". A line longer than the cap is thrown away as it comes
// and reported by its length, so that memory stays bounded whatever is written.
class LineBuffer {
 public:
  explicit LineBuffer(std::size_t max_line) : max_line_(max_line) {}

  struct Line {
    std::string_view text;   // followed by json::kPadding readable bytes; empty when too long
    std::size_t length = 0;  // of the line in the stream
    bool too_long = false;
  };
  using Visit = std::function<void(const Line&)>;

  void add(std::string_view bytes, const Visit& visit);
  // The stream is over: what is left is a line without its end.
  void finish(const Visit& visit);

 private:
  void emit(const Visit& visit);

  std::size_t max_line_;
  std::string pending_;
  std::size_t dropped_ = 0;  // bytes of the current line that were thrown away
};

}  // namespace clew
