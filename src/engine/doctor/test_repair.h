// SPDX-License-Identifier: MIT
//
// For tests only: a session in memory, its repaired copy, and what the copy says.
#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "doctor/test_patient.h"
#include "engine/doctor/repair_copy.h"

namespace clew {

inline const std::string kTestCopyId = "11111111-2222-4333-8444-555555555555";

class TestRepair {
 public:
  explicit TestRepair(std::string bytes) : bytes_(std::move(bytes)) {
    files_.add_file("/r/projects/-p/s.jsonl", bytes_);
  }

  RepairRequest& request() { return request_; }

  Result<RepairedCopy> run() {
    request_.session = kTestCopyId;
    request_.title = "a title (repaired)";
    return write_repaired_copy(files_, request_);
  }

  // The copy; an error in brackets when there is none.
  std::string copy() {
    auto made = run();
    if (!made) return "[" + made.error().message + "]";
    receipt_ = made->receipt;
    compared_ = made->compared;
    return *read_file(files_, made->file, 1 << 30);
  }

  // "C1 2, D14 5": what was done, with lines.
  std::string did() const {
    std::string out;
    for (const Change& change : receipt_.changes()) {
      out += (out.empty() ? "" : ", ") + std::string(name_of(change.defect));
      for (const std::int64_t line : change.lines) out += " " + std::to_string(line);
    }
    return out;
  }
  const Receipt& receipt() const { return receipt_; }
  const TextComparison& compared() const { return compared_; }
  // Whether the receipt says that this text is not as it was.
  bool tells_of(std::string_view text) const {
    return std::any_of(compared_.first.begin(), compared_.first.end(), [&](const ChangedText& one) {
      return !one.before.empty() && text.substr(0, one.before.size()) == one.before;
    });
  }

  bool original_is_untouched() const {
    return *read_file(files_, "/r/projects/-p/s.jsonl", 1 << 30) == bytes_;
  }
  std::size_t files_there() const { return files_.list("/r/projects/-p")->size(); }

 private:
  std::string bytes_;
  MemoryFileSystem files_;
  RepairRequest request_{.original = "/r/projects/-p/s.jsonl",
                         .folder = *PathBelow::parse("/r", "/r/projects/-p")};
  Receipt receipt_;
  TextComparison compared_;
};

}  // namespace clew
