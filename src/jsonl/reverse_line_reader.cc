// SPDX-License-Identifier: MIT
//
// The mirror image of line_reader.cc. Blocks are read into the buffer from its right end to the
// left, so that a line growing to the left is always in one piece and nothing is ever prepended.
// When the left end is reached, the beginning of the current line moves to the right end of the
// buffer, or of one twice as large: every byte is moved a bounded number of times on average.
#include "jsonl/reverse_line_reader.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "jsonl/line_text.h"

namespace clew {
ReverseLineReader::ReverseLineReader(const RandomAccessFile& file, LineOptions options)
    : file_(&file), options_(sane(options)) {}

Result<std::optional<Line>> ReverseLineReader::next() {
  if (!started_) {
    auto started = start();
    if (!started) return started.error();
    if (!*started) finished_ = true;
    started_ = true;
  }
  while (!finished_) {
    const char* const data = buffer_.get();
    const char* const found = scan_ > low_ ? last_newline(data + low_, scan_ - low_) : nullptr;
    if (found == nullptr && read_offset_ > options_.start) {
      scan_ = low_;
      auto more = fill();
      if (!more) return more.error();
      if (!*more) finished_ = truncated_ = true;
      continue;
    }

    const size_t begin = found != nullptr ? static_cast<size_t>(found - data) + 1 : low_;
    auto line = take_line(begin);
    if (!line) return line.error();
    const bool held_back = !terminated_ && !options_.partial_tail;
    if (!held_back) ++number_;
    if (found != nullptr) {
      end_ = scan_ = begin - 1;
      line_end_ = read_offset_ + static_cast<int64_t>(end_ - low_);
      terminated_ = true;
      skipping_ = false;
    } else {
      finished_ = true;
    }
    if (held_back) continue;
    if (!options_.keep_blank && !line->too_long && is_blank_line(line->text)) continue;
    return std::optional<Line>(*line);
  }
  return std::optional<Line>();
}

// Reads the last block and sets up the last line. False when there is nothing to read.
Result<bool> ReverseLineReader::start() {
  auto info = file_->info();
  if (!info && info.error().code == ErrorCode::kNotFound) {
    truncated_ = true;
    return false;
  }
  if (!info) return info.error();
  truncated_ = info->size < options_.start;
  const int64_t end = options_.end < 0 ? info->size : std::min(options_.end, info->size);
  if (end <= options_.start) return false;

  // A small file needs no large buffer.
  const int64_t block = std::min(end - options_.start, static_cast<int64_t>(options_.block_size));
  capacity_ = static_cast<size_t>(block);
  buffer_ = std::make_unique_for_overwrite<char[]>(capacity_ + kLinePadding);
  std::memset(buffer_.get() + capacity_, 0, kLinePadding);
  low_ = scan_ = end_ = capacity_;
  read_offset_ = line_end_ = end;
  auto more = fill();
  if (!more) return more;
  if (!*more) {
    truncated_ = true;
    return false;
  }
  terminated_ = buffer_[end_ - 1] == '\n';
  if (terminated_) {
    --end_;
    --scan_;
    --line_end_;
  }
  return true;
}

// The current line, which begins with buffer_[begin].
Result<Line> ReverseLineReader::take_line(size_t begin) const {
  Line line;
  const std::string_view raw =
      skipping_ ? std::string_view() : std::string_view(buffer_.get() + begin, end_ - begin);
  const int64_t offset = read_offset_ + static_cast<int64_t>(begin - low_);
  if (skipping_ || is_too_long(raw, terminated_, options_.max_line)) {
    auto made = make_long_line(*file_, offset, line_end_, terminated_);
    if (!made) return made;
    line = *made;
  } else {
    line = make_line(raw, offset, terminated_);
  }
  line.number = number_ + 1;
  return line;
}

// Reads the block before what is in the buffer. False when the file has become shorter.
Result<bool> ReverseLineReader::fill() {
  // One byte over the limit could still be the "\r" of a line end.
  if (static_cast<int64_t>(end_ - low_) > options_.max_line + 1) skipping_ = true;
  if (skipping_) {
    low_ = scan_ = end_ = capacity_;
  }
  int64_t want = std::min(static_cast<int64_t>(options_.block_size), read_offset_ - options_.start);
  if (static_cast<int64_t>(low_) < want && low_ < (options_.block_size + 3) / 4) make_room();
  want = std::min(want, static_cast<int64_t>(low_));
  // From the left to the right; it counts only when it is complete.
  for (int64_t done = 0; done < want;) {
    char* const to = buffer_.get() + low_ - want + done;
    auto count =
        file_->read_at(read_offset_ - want + done, std::span(to, static_cast<size_t>(want - done)));
    if (!count && count.error().code != ErrorCode::kNotFound) return count.error();
    if (!count || *count == 0) return false;
    done += static_cast<int64_t>(*count);
  }
  low_ -= static_cast<size_t>(want);
  read_offset_ -= want;
  return true;
}

// Moves the current line to the right end, and into a larger buffer if it takes most of this one.
void ReverseLineReader::make_room() {
  const size_t kept = end_ - low_;
  if (capacity_ - kept >= (options_.block_size + 3) / 4) {
    std::memmove(buffer_.get() + capacity_ - kept, buffer_.get() + low_, kept);
  } else {
    const auto most = static_cast<size_t>(options_.max_line) + 2 + options_.block_size;
    const size_t capacity = std::min(std::max(capacity_ * 2, options_.block_size), most);
    auto larger = std::make_unique_for_overwrite<char[]>(capacity + kLinePadding);
    std::memcpy(larger.get() + capacity - kept, buffer_.get() + low_, kept);
    std::memset(larger.get() + capacity, 0, kLinePadding);
    buffer_ = std::move(larger);
    capacity_ = capacity;
  }
  end_ = capacity_;
  low_ = scan_ = capacity_ - kept;
}

}  // namespace clew
