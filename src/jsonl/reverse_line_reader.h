// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "jsonl/line_reader.h"
#include "os/file_system.h"

namespace clew {

// The lines of a file last to first: the very lines that LineReader gives (see there for what a
// line is), in the opposite order and numbered from the end. Reads only as far back as it is asked.
// Borrows the file. One thread at a time.
//
// The size of the file is taken at the first call; what is appended later is not seen. A file that
// shrinks below what is still to be read ends the reading, see truncated().
class ReverseLineReader {
 public:
  explicit ReverseLineReader(const RandomAccessFile& file, LineOptions options = {});

  // The line before; nothing at the start of the file (of LineOptions::start). An error leaves the
  // reader as it was: another call tries again.
  Result<std::optional<Line>> next();

  bool truncated() const { return truncated_; }
  size_t buffer_size() const { return capacity_; }

 private:
  Result<bool> start();
  Result<bool> fill();
  Result<Line> take_line(size_t begin) const;
  void make_room();

  const RandomAccessFile* file_;
  LineOptions options_;
  std::unique_ptr<char[]> buffer_;  // capacity_ + kLinePadding bytes, used from the right
  size_t capacity_ = 0;
  size_t low_ = 0;           // the bytes read so far start here,
  size_t scan_ = 0;          // the current line has no "\n" after here,
  size_t end_ = 0;           // and its text ends here
  int64_t read_offset_ = 0;  // in the file, of buffer_[low_]
  int64_t line_end_ = 0;     // in the file, of buffer_[end_], also while skipping
  int64_t number_ = 0;
  bool started_ = false;
  bool terminated_ = false;  // the current line has a "\n"
  bool skipping_ = false;    // the current line is too long and no longer kept
  bool finished_ = false;
  bool truncated_ = false;
};

}  // namespace clew
