// SPDX-License-Identifier: MIT
//
// The lines of a transcript, first to last. (Last to first: reverse_line_reader.h. A line that an
// index knows, and ranges for several threads: line_ranges.h.)
//
// What a line is. Lines end at "\n" and nowhere else: U+2028 and its like are legal inside JSON
// strings. The end of the file ends a last line too; after a final "\n" there is no further, empty
// line. The text of a line is what lies between the line ends without
//   - a "\r" right before the "\n",
//   - a UTF-8 byte-order mark at the start of the file,
//   - runs of NUL bytes at either end: what a crash leaves behind where data never reached the
//   disk.
// Offset and length of a line describe this text exactly. Lines of nothing but spaces, tabs, "\r"
// and NUL bytes are blank and passed over, but they count in the numbering.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// This many bytes after every line's text may be read (their values mean nothing): simdjson loads
// whole registers.
inline constexpr size_t kLinePadding = 64;

struct Line {
  int64_t offset = 0;      // of the first byte of the text in the file
  int64_t length = 0;      // of the text in bytes, also when it is too long
  int64_t number = 0;      // from 1 at LineOptions::start; reading backwards, 1 is the last line
  std::string_view text;   // valid until the next call; empty when too long
  bool terminated = true;  // false: the last line, without "\n" (being written, or torn)
  bool too_long = false;   // skipped, see LineOptions::max_line
  bool bom = false;        // a byte-order mark stood before this text
};

struct LineOptions {
  int64_t start = 0;            // should be the start of a line
  int64_t end = -1;             // exclusive; -1: the end of the file as it is at each read
  size_t block_size = 1 << 20;  // bytes per read
  // Longer lines are reported without text. Counted between the line ends, before byte-order mark
  // and NUL bytes are taken off. Also bounds memory: the buffer grows to max_line + block_size at
  // most.
  int64_t max_line = 256 << 20;
  bool keep_blank = false;
  // Whether a last line without "\n" is returned. False is for following a growing file: what is
  // not finished yet is held back until its "\n" arrives.
  bool partial_tail = true;
};

// Reads forwards with positional reads into one reused buffer; lines are views into it. Borrows the
// file. One thread at a time.
//
// The file may change meanwhile. When it has grown, next() continues after having returned nothing.
// When it has become shorter than what was read, or has vanished, that is its end and not an error:
// see truncated().
class LineReader {
 public:
  explicit LineReader(const RandomAccessFile& file, LineOptions options = {});

  // The next line; nothing at the end. After a partial tail was returned the reader is finished,
  // even if the file grows. An error (of the disk) leaves the reader as it was: another call tries
  // again.
  Result<std::optional<Line>> next();

  // The same for a reader that wants few lines: `find` is given whole lines at a time and says
  // where the first thing of interest is (npos: nowhere). Lines without any are passed over, most
  // of them unseen: they are not even counted, numbers are 0. A partial tail is returned in any
  // case.
  using Find = std::function<size_t(std::string_view)>;
  Result<std::optional<Line>> next_with(const Find& find);

  // The offset after the "\n" of the last line returned or passed over: where a later reader has to
  // start. A returned partial tail is not counted in, so that it will be read again.
  int64_t position() const { return position_; }

  // The file shrank below what had been read, or vanished. Lines returned before were as they were;
  // the rest is lost, and the reader is finished.
  bool truncated() const { return truncated_; }

  // Lines returned or passed over so far, blank ones too (not those that next_with never saw).
  int64_t lines() const { return number_; }

  size_t buffer_size() const { return capacity_; }

 private:
  Result<std::optional<Line>> next_line(const Find* find);
  void pass_over(const Find& find);
  void move_to(size_t begin);
  Result<bool> fill();
  Result<bool> at_end();
  Result<Line> take_line(size_t end, bool terminated) const;
  void resize_buffer(size_t capacity);

  const RandomAccessFile* file_;
  LineOptions options_;
  std::unique_ptr<char[]> buffer_;  // capacity_ + kLinePadding bytes
  size_t capacity_ = 0;
  size_t begin_ = 0;         // the current line starts here,
  size_t scan_ = 0;          // has no "\n" before here,
  size_t fill_ = 0;          // and the bytes read so far end here
  int64_t read_offset_ = 0;  // in the file, of buffer_[fill_]
  int64_t position_ = 0;     // in the file, of the current line
  int64_t number_ = 0;
  bool skipping_ = false;  // the current line is too long and no longer kept
  bool finished_ = false;
  bool truncated_ = false;
};

}  // namespace clew
