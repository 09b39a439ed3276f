// SPDX-License-Identifier: MIT
//
// A file system that fails on purpose. "Does this survive a failing disk?" becomes a loop: run the
// operation with call 1 failing, then call 2, and so on until a run makes fewer calls than that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "os/forwarding_file_system.h"

namespace clew {

// Passes everything on to another file system, which it borrows, and counts the calls: those of
// the file system and those of the files opened through it. Files must not outlive it. Thread safe.
class FaultyFileSystem : public ForwardingFileSystem {
 public:
  using ForwardingFileSystem::ForwardingFileSystem;

  // Call number `first` from now (1 is the next one) fails with this error and is not passed on;
  // so do the following ones, `count` in all.
  void fail_calls(int64_t first, Error error, int64_t count = 1);
  // Right before call number `number` from now this happens: what another process does meanwhile.
  void before_call(int64_t number, std::function<void()> happens);
  // Every read_at returns at most this many bytes, as no RandomAccessFile should; 0 = no limit.
  void limit_reads(size_t bytes);
  // An append that fails has written half of its bytes.
  void tear_appends() { tears_ = true; }
  int64_t calls() const;

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  // Counts as one call for the folder and one for each name.
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override {
    return FileSystem::look(folder, names);  // NOLINT(bugprone-parent-virtual-call): one by one
  }
  Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) override;

 private:
  class File;

  Result<void> admit(FileAccess access, std::string_view path,
                     std::string_view other) const override;
  Result<void> count_call() const;  // the error when this call has to fail
  size_t read_limit() const;

  mutable std::mutex mutex_;  // guards what follows
  mutable int64_t calls_ = 0;
  int64_t fail_from_ = 0;
  int64_t fail_until_ = 0;
  Error error_;
  int64_t happens_at_ = 0;
  mutable std::function<void()> happens_;
  size_t read_limit_ = 0;
  bool tears_ = false;
};

}  // namespace clew
