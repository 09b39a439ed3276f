// SPDX-License-Identifier: MIT
//
// Work that can be stopped in the middle. Most of what an operation does for long it does by
// reading files; so the files stop answering, and loops that read need no checks of their own. What
// computes for long between two reads asks the signal itself (base/stop.h).
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/stop.h"
#include "os/file_system.h"

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
class StoppableFileSystem : public WritableFileSystem {
 public:
  explicit StoppableFileSystem(WritableFileSystem& base) : base_(base) {}

  WritableFileSystem& base() { return base_; }
  StopSignal& stop() { return stop_; }
  const StopSignal& stop() const { return stop_; }

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  Result<FileInfo> stat(const std::string& path) const override;
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override;
  Result<std::vector<DirEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;
  Result<void> create_directories(const std::string& path) override;
  Result<void> write_file_atomic(const std::string& path, std::string_view bytes) override;
  Result<FileInfo> info(const PathBelow& place) const override;
  Result<std::vector<DirEntry>> list(const PathBelow& place) const override;
  Result<void> create_directories(const PathBelow& place) override;
  Result<void> create_file(const PathBelow& place, std::string_view bytes) override;
  Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) override;
  Result<void> copy_file(const PathBelow& from, const PathBelow& to) override;
  Result<void> take_mode(const PathBelow& place, const std::string& like) override;
  Result<void> remove(const PathBelow& place) override;
  Result<void> rename_new(const PathBelow& from, const PathBelow& to) override;

 private:
  WritableFileSystem& base_;
  StopSignal stop_;
};

}  // namespace clew
