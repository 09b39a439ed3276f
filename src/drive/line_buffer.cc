// SPDX-License-Identifier: MIT
#include "drive/line_buffer.h"

#include <algorithm>

#include "json/value.h"

namespace clew {

void LineBuffer::emit(const Visit& visit) {
  const std::size_t length = pending_.size() + dropped_;
  if (dropped_ > 0) {
    visit({{}, length, true});
  } else {
    pending_.append(json::kPadding, '\0');
    std::string_view text(pending_.data(), length);
    if (text.ends_with('\r')) text.remove_suffix(1);
    visit({text, length, false});
  }
  // One huge line must not hold its memory for the rest of a long conversation.
  constexpr std::size_t kKept = std::size_t{1} << 20;
  if (pending_.capacity() > kKept) pending_ = std::string();
  pending_.clear();
  dropped_ = 0;
}

void LineBuffer::add(std::string_view bytes, const Visit& visit) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    if (dropped_ > 0 || pending_.size() + part.size() > max_line_) {
      dropped_ += pending_.size() + part.size();
      pending_.clear();
    } else {
      pending_.append(part);
    }
    if (end == std::string_view::npos) return;
    emit(visit);
    bytes.remove_prefix(end + 1);
  }
}

void LineBuffer::finish(const Visit& visit) {
  if (!pending_.empty() || dropped_ > 0) emit(visit);
}

}  // namespace clew
