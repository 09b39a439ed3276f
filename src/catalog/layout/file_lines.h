// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "jsonl/line_stream.h"
#include "os/file_system.h"
#include "transcript/line_source.h"

namespace clew {

// Fetches lines of a file by their offset. Reads a block at a time, so that messages fetched in
// order, forwards or backwards, cost one read for many lines, and no more than a line where they
// are fetched from anywhere. Giants come condensed. Borrows the file.
class FileLines : public LineSource {
 public:
  static constexpr std::size_t kBlock = std::size_t{1} << 18;

  // `block`: how much is read at once while lines come in order.
  explicit FileLines(const RandomAccessFile& file, std::size_t block = kBlock,
                     std::int64_t giant_line = kGiantLine)
      : file_(file), block_(static_cast<std::int64_t>(block)), giant_line_(giant_line) {}
  Result<std::string_view> line(const Entry& entry) override;

 private:
  Result<std::string_view> giant(const Entry& entry);
  Result<void> fill(const Entry& entry);

  const RandomAccessFile& file_;
  const std::int64_t block_;
  const std::int64_t giant_line_;
  std::string condensed_;               // of the giant fetched last,
  std::int64_t condensed_offset_ = -1;  // which is here in the file
  std::vector<char> buffer_;
  std::int64_t start_ = 0;   // in the file, of buffer_[0]
  std::int64_t filled_ = 0;  // bytes of the file in buffer_
};

}  // namespace clew
