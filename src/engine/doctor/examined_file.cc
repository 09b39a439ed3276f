// SPDX-License-Identifier: MIT
#include "engine/doctor/examined_file.h"

#include <algorithm>
#include <cstring>

#include "catalog/layout/transcript_file.h"

namespace clew {

Result<std::unique_ptr<ExaminedFile>> ExaminedFile::open(std::unique_ptr<RandomAccessFile> file) {
  std::unique_ptr<ExaminedFile> out(new ExaminedFile(std::move(file)));
  auto transcript = read_transcript(*out->file_);
  if (!transcript) return transcript.error();
  out->transcript_ = std::move(*transcript);
  out->tree_ = std::make_unique<Tree>(out->transcript_);
  out->messages_ = std::make_unique<MessageTree>(*out->tree_);
  return out;
}

Result<std::size_t> TextFile::read_at(std::int64_t offset, std::span<char> out) const {
  const auto from = static_cast<std::size_t>(
      std::clamp<std::int64_t>(offset, 0, static_cast<std::int64_t>(text_->size())));
  const std::size_t count = std::min(out.size(), text_->size() - from);
  std::memcpy(out.data(), text_->data() + from, count);
  return count;
}

Result<FileInfo> TextFile::info() const {
  FileInfo info;
  info.kind = FileKind::kRegular;
  info.size = static_cast<std::int64_t>(text_->size());
  return info;
}

}  // namespace clew
