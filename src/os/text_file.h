// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <utility>

#include "os/file_system.h"

namespace clew {

// A text that is held, to be read as a file. It looks as `info` says, but for its size.
class TextFile : public RandomAccessFile {
 public:
  explicit TextFile(std::shared_ptr<const std::string> text,
                    FileInfo info = {.kind = FileKind::kRegular})
      : text_(std::move(text)), info_(info) {
    info_.size = std::ssize(*text_);
  }
  explicit TextFile(std::string text, FileInfo info = {.kind = FileKind::kRegular})
      : TextFile(std::make_shared<const std::string>(std::move(text)), info) {}

  Result<size_t> read_at(int64_t offset, std::span<char> out) const override {
    if (offset < 0 || offset >= std::ssize(*text_)) return size_t{0};
    const auto from = static_cast<size_t>(offset);
    const size_t count = std::min(out.size(), text_->size() - from);
    std::memcpy(out.data(), text_->data() + from, count);
    return count;
  }
  Result<FileInfo> info() const override { return info_; }

 private:
  std::shared_ptr<const std::string> text_;
  FileInfo info_;
};

}  // namespace clew
