// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "os/file_system.h"
#include "transcript/line_source.h"

namespace clew {

// Fetches lines of a file by their offset. Reads a block at a time, so that messages fetched in
// order cost one read for many lines. Borrows the file.
class FileLines : public LineSource {
 public:
  static constexpr std::size_t kBlock = std::size_t{1} << 18;

  // `block`: how much is read at least.
  explicit FileLines(const RandomAccessFile& file, std::size_t block = kBlock)
      : file_(file), block_(static_cast<std::int64_t>(block)) {}
  Result<std::string_view> line(const Entry& entry) override;

 private:
  const RandomAccessFile& file_;
  const std::int64_t block_;
  std::vector<char> buffer_;
  std::int64_t start_ = 0;   // in the file, of buffer_[0]
  std::int64_t filled_ = 0;  // bytes of the file in buffer_
};

}  // namespace clew
