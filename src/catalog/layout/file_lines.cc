// SPDX-License-Identifier: MIT

#include "catalog/layout/file_lines.h"

#include <algorithm>

#include "jsonl/line_reader.h"

namespace clew {

Result<std::string_view> FileLines::line(const Entry& entry) {
  if (entry.length > giant_line_) return giant(entry);
  const bool held = entry.offset >= start_ && entry.offset + entry.length <= start_ + filled_;
  if (!held) {
    if (auto read = fill(entry); !read) return read.error();
  }
  return std::string_view(buffer_.data() + (entry.offset - start_),
                          static_cast<std::size_t>(entry.length));
}

// Messages often take several looks at one line.
Result<std::string_view> FileLines::giant(const Entry& entry) {
  if (condensed_offset_ != entry.offset) {
    auto line = condense_line(file_, entry.offset, entry.length);
    if (!line) return line.error();
    condensed_ = std::move(line->text);
    condensed_offset_ = entry.offset;
  }
  return std::string_view(condensed_);
}

// Reads the line, and with it what is likely to be wanted next: what follows it, or when the line
// lies just before what was read, what comes before it.
Result<void> FileLines::fill(const Entry& entry) {
  const std::int64_t end = entry.offset + entry.length;
  std::int64_t from = entry.offset;
  std::int64_t to = end;
  if (entry.offset >= start_ && entry.offset <= start_ + filled_ + block_) {
    to = std::max(end, from + block_);
  } else if (end <= start_ && end >= start_ - block_) {
    from = std::clamp<std::int64_t>(end - block_, 0, from);
  }
  const auto size = static_cast<std::size_t>(to - from);
  if (buffer_.size() < size + kLinePadding) buffer_.resize(size + kLinePadding);
  filled_ = 0;
  auto read = file_.read_at(from, {buffer_.data(), size});
  if (!read) return read.error();
  start_ = from;
  filled_ = static_cast<std::int64_t>(*read);
  if (from + filled_ < end) {
    return Error{ErrorCode::kIo, "the file became shorter while it was read"};
  }
  return {};
}

}  // namespace clew
