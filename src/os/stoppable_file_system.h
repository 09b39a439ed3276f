// SPDX-License-Identifier: MIT
//
// Work that can be stopped in the middle. Most of what an operation does for long it does by
// reading files; so the files stop answering, and loops that read need no checks of their own. What
// computes for long between two reads asks the signal itself (base/stop.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "base/stop.h"
#include "os/forwarding_file_system.h"

namespace clew {

// A file that gives nothing once the signal says stop. Borrows both.
class StoppableFile : public RandomAccessFile {
 public:
  StoppableFile(const RandomAccessFile& base, const StopSignal& stop) : base_(base), stop_(stop) {}
  Result<size_t> read_at(int64_t offset, std::span<char> out) const override;
  Result<FileInfo> info() const override;

 private:
  const RandomAccessFile& base_;
  const StopSignal& stop_;
};

// Passes everything on to another file system, which it borrows, until the signal says stop: then
// every call, and every read of a file opened here, is an error (kCancelled). Files must not
// outlive it.
class StoppableFileSystem : public ForwardingWrites<WritableFileSystem> {
 public:
  using ForwardingWrites::base;
  using ForwardingWrites::ForwardingWrites;

  StopSignal& stop() { return stop_; }
  const StopSignal& stop() const { return stop_; }

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;

 private:
  Result<void> admit(FileAccess access, std::string_view path,
                     std::string_view other) const override;

  StopSignal stop_;
};

}  // namespace clew
