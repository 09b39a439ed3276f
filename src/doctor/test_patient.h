// SPDX-License-Identifier: MIT
//
// For tests only: a session from its bytes, read by the real readers.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "catalog/layout/file_lines.h"
#include "catalog/layout/transcript_file.h"
#include "doctor/diagnosis.h"
#include "os/testing/memory_file_system.h"
#include "transcript/test_transcript.h"

namespace clew {

class TestPatient : public ByteSource {
 public:
  explicit TestPatient(std::string bytes) : bytes_(std::move(bytes)) {
    files_.add_file("/s.jsonl", bytes_);
    file_ = std::move(*files_.open("/s.jsonl"));
    transcript_ = *read_transcript(*file_);
    tree_ = std::make_unique<Tree>(transcript_);
    messages_ = std::make_unique<MessageTree>(*tree_);
    lines_ = std::make_unique<FileLines>(*file_);
  }

  std::int64_t size() const override { return static_cast<std::int64_t>(bytes_.size()); }
  Result<std::string> bytes(std::int64_t offset, std::int64_t length) override {
    return bytes_.substr(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
  }

  const Transcript& transcript() const { return transcript_; }
  const Tree& tree() const { return *tree_; }
  LineSource& lines() { return *lines_; }
  const RandomAccessFile& opened() const { return *file_; }

  Patient patient(const DoctorLimits& limits = {}) {
    return {transcript_, *messages_, *lines_, *this, false, limits};
  }
  Diagnosis diagnosis(const DoctorLimits& limits = {}) { return *diagnose(patient(limits)); }

  // "C1! 3 5, D2 7": an exclamation mark for alarms, then the lines.
  std::string found(const DoctorLimits& limits = {}) {
    std::string out;
    for (const Trouble& one : diagnosis(limits).troubles) {
      out += (out.empty() ? "" : ", ") + std::string(name_of(one.defect)) + (one.alarm ? "!" : "");
      for (const std::int64_t line : one.lines) out += " " + std::to_string(line);
    }
    return out;
  }

 private:
  std::string bytes_;
  MemoryFileSystem files_;
  std::unique_ptr<RandomAccessFile> file_;
  Transcript transcript_;
  std::unique_ptr<Tree> tree_;
  std::unique_ptr<MessageTree> messages_;
  std::unique_ptr<FileLines> lines_;
};

// Lines in the notation of test_transcript.h, as a file.
inline std::string test_file(std::string_view notation) {
  std::string out;
  TestLineWriter writer;
  int line = 0;
  for (const std::string& raw : test_split(notation, '\n')) {
    const std::size_t start = raw.find_first_not_of(' ');
    if (start == std::string::npos) continue;
    out += writer.write(raw.substr(start), line++) + "\n";
  }
  return out;
}

}  // namespace clew
