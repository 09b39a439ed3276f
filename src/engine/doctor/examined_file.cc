// SPDX-License-Identifier: MIT
#include "engine/doctor/examined_file.h"

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

}  // namespace clew
