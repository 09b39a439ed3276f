// SPDX-License-Identifier: MIT

#include "catalog/file_lines.h"

#include <algorithm>

#include "jsonl/line_reader.h"

namespace clew {

Result<std::string_view> FileLines::line(const Entry& entry) {
  const bool held = entry.offset >= start_ && entry.offset + entry.length <= start_ + filled_;
  if (!held) {
    const std::int64_t wanted = std::max(block_, entry.length);
    const auto size = static_cast<std::size_t>(wanted);
    if (buffer_.size() < size + kLinePadding) buffer_.resize(size + kLinePadding);
    filled_ = 0;
    auto read = file_.read_at(entry.offset, {buffer_.data(), size});
    if (!read) return read.error();
    start_ = entry.offset;
    filled_ = static_cast<std::int64_t>(*read);
    if (filled_ < entry.length) {
      return Error{ErrorCode::kIo, "the file became shorter while it was read"};
    }
  }
  return std::string_view(buffer_.data() + (entry.offset - start_),
                          static_cast<std::size_t>(entry.length));
}

}  // namespace clew
