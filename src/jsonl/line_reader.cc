// SPDX-License-Identifier: MIT
//
// A transcript is read in blocks of a megabyte, and in each block memchr finds the line ends; lines
// are views into the block. Only the piece of a line that a block ends with is moved, to the front
// of the buffer, and completed by the next read. The buffer grows (doubling, so that the copying
// stays linear) only for a line longer than about a block: in the real files 1 line in 1,000 has
// more than 98 KB, the longest 1.25 MB. A line beyond max_line is not kept at all: its bytes are
// searched for the "\n" and dropped, block by block.
#include "jsonl/line_reader.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "jsonl/line_text.h"

namespace clew {

LineReader::LineReader(const RandomAccessFile& file, LineOptions options)
    : file_(&file),
      options_(sane(options)),
      read_offset_(options_.start),
      position_(options_.start) {}

Result<std::optional<Line>> LineReader::next() { return next_line(nullptr); }

Result<std::optional<Line>> LineReader::next_with(const Find& find) {
  auto line = next_line(&find);
  if (line && *line) (*line)->number = 0;
  return line;
}

// `begin`: of a line in the buffer.
void LineReader::move_to(size_t begin) {
  begin_ = scan_ = begin;
  position_ = read_offset_ - static_cast<int64_t>(fill_ - begin_);
}

// To the first line with something of interest, or behind the last that is in the buffer as a
// whole.
void LineReader::pass_over(const Find& find) {
  // Only where no line can be too long: those are told of.
  if (skipping_ || static_cast<int64_t>(fill_ - begin_) > options_.max_line) return;
  const char* const data = buffer_.get();
  const char* const last = last_newline(data + scan_, fill_ - scan_);
  if (last == nullptr) return;
  const char* const begin = data + begin_;
  const size_t found = find(std::string_view(begin, static_cast<size_t>(last + 1 - begin)));
  const char* const before = found == std::string_view::npos ? last : last_newline(begin, found);
  if (before != nullptr) move_to(static_cast<size_t>(before + 1 - data));
}

Result<std::optional<Line>> LineReader::next_line(const Find* find) {
  while (!finished_) {
    if (find != nullptr) pass_over(*find);
    const char* const data = buffer_.get();
    const void* const found =
        scan_ < fill_ ? std::memchr(data + scan_, '\n', fill_ - scan_) : nullptr;
    if (found != nullptr) {
      const auto end = static_cast<size_t>(static_cast<const char*>(found) - data);
      scan_ = end;  // should making the line fail, the next call finds the same one
      auto line = take_line(end, /*terminated=*/true);
      if (!line) return line.error();
      move_to(end + 1);
      skipping_ = false;
      ++number_;
      if (!options_.keep_blank && !line->too_long && is_blank_line(line->text)) continue;
      return std::optional<Line>(*line);
    }

    scan_ = fill_;
    auto more = fill();
    if (!more) return more.error();
    if (*more) continue;

    // The end, at least for now.
    if (truncated_) finished_ = true;
    if (finished_ || !options_.partial_tail || position_ == read_offset_) break;
    auto tail = take_line(fill_, /*terminated=*/false);
    if (!tail) return tail.error();
    // A blank tail is not worth returning, and may yet become the beginning of a line.
    if (!options_.keep_blank && !tail->too_long && is_blank_line(tail->text)) break;
    finished_ = true;
    ++number_;
    return std::optional<Line>(*tail);
  }
  return std::optional<Line>();
}

// The current line, which ends before buffer_[end].
Result<Line> LineReader::take_line(size_t end, bool terminated) const {
  Line line;
  const std::string_view raw =
      skipping_ ? std::string_view() : std::string_view(buffer_.get() + begin_, end - begin_);
  if (skipping_ || is_too_long(raw, terminated, options_.max_line)) {
    const int64_t end_offset = read_offset_ - static_cast<int64_t>(fill_ - end);
    auto made = make_long_line(*file_, position_, end_offset, terminated);
    if (!made) return made;
    line = *made;
  } else {
    line = make_line(raw, position_, terminated);
  }
  line.number = number_ + 1;
  return line;
}

// Reads the next block behind the current line, of which no end is in the buffer. False at the end.
Result<bool> LineReader::fill() {
  const size_t kept = skipping_ ? 0 : fill_ - begin_;
  // One byte over the limit could still be the "\r" of a line end.
  if (static_cast<int64_t>(kept) > options_.max_line + 1) skipping_ = true;
  if (skipping_) {
    begin_ = scan_ = fill_ = 0;
  } else if (capacity_ - kept < (options_.block_size + 3) / 4) {
    const auto most = static_cast<size_t>(options_.max_line) + 2 + options_.block_size;
    resize_buffer(std::min(std::max(capacity_ * 2, options_.block_size), most));
  } else if (capacity_ > 16 * options_.block_size && kept < options_.block_size) {
    resize_buffer(2 * options_.block_size);  // the giant is gone, its memory may go too
  } else if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, kept);
    fill_ = scan_ = kept;
    begin_ = 0;
  }

  size_t want = std::min(options_.block_size, capacity_ - fill_);
  if (options_.end >= 0) {
    const int64_t left = std::max<int64_t>(options_.end - read_offset_, 0);
    want = static_cast<size_t>(std::min<int64_t>(left, static_cast<int64_t>(want)));
    if (want == 0) return false;
  }
  auto count = file_->read_at(read_offset_, std::span(buffer_.get() + fill_, want));
  if (!count && count.error().code == ErrorCode::kNotFound) {
    truncated_ = true;
    return false;
  }
  if (!count) return count.error();
  if (*count == 0) return at_end();
  fill_ += *count;
  read_offset_ += static_cast<int64_t>(*count);
  std::memset(buffer_.get() + fill_, 0, kLinePadding);
  return true;
}

// Nothing more to read: is this the end of the file, or is the file no longer what it was? Always
// false unless that cannot be found out.
Result<bool> LineReader::at_end() {
  auto info = file_->info();
  if (!info && info.error().code != ErrorCode::kNotFound) return info.error();
  truncated_ = !info || info->size < read_offset_;
  return false;
}

// Moves the current line to the front of a buffer of another size.
void LineReader::resize_buffer(size_t capacity) {
  auto larger = std::make_unique_for_overwrite<char[]>(capacity + kLinePadding);
  const size_t kept = fill_ - begin_;
  if (kept > 0) std::memcpy(larger.get(), buffer_.get() + begin_, kept);
  std::memset(larger.get() + kept, 0, kLinePadding);
  buffer_ = std::move(larger);
  capacity_ = capacity;
  fill_ = scan_ = kept;
  begin_ = 0;
}

}  // namespace clew
