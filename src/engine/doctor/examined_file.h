// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "catalog/layout/file_lines.h"
#include "engine/read/session_diagnosis.h"
#include "os/file_system.h"

namespace clew {

// A file that is read for its faults alone: no session that somebody else may want too.
class ExaminedFile {
 public:
  static Result<std::unique_ptr<ExaminedFile>> open(std::unique_ptr<RandomAccessFile> file);

  Patient patient(const DoctorLimits& limits) {
    Patient patient{transcript_, *messages_, lines_, bytes_, false, limits};
    patient.sources = [this] { return std::make_unique<FileLines>(*file_); };
    return patient;
  }
  const Transcript& transcript() const { return transcript_; }
  const Tree& tree() const { return *tree_; }
  LineSource& lines() { return lines_; }

 private:
  explicit ExaminedFile(std::unique_ptr<RandomAccessFile> file)
      : file_(std::move(file)), lines_(*file_), bytes_(*file_) {}

  std::unique_ptr<RandomAccessFile> file_;
  FileLines lines_;
  FileBytes bytes_;
  Transcript transcript_;
  std::unique_ptr<Tree> tree_;
  std::unique_ptr<MessageTree> messages_;
};

}  // namespace clew
