// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/durable_file_system.h"

namespace clew {

// Passes everything on to another file system, which it borrows: for those that do one thing
// differently.
class ForwardingFileSystem : public DurableFileSystem {
 public:
  explicit ForwardingFileSystem(DurableFileSystem& base) : base_(base) {}

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override {
    return base_.open(path);
  }
  Result<FileInfo> stat(const std::string& path) const override { return base_.stat(path); }
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override {
    return base_.look(folder, names);
  }
  Result<std::vector<DirEntry>> list(const std::string& path) const override {
    return base_.list(path);
  }
  Result<std::string> real_path(const std::string& path) const override {
    return base_.real_path(path);
  }
  Result<void> create_directories(const std::string& path) override {
    return base_.create_directories(path);
  }
  Result<void> write_file_atomic(const std::string& path, std::string_view bytes) override {
    return base_.write_file_atomic(path, bytes);
  }
  Result<FileInfo> info(const PathBelow& place) const override { return base_.info(place); }
  Result<std::vector<DirEntry>> list(const PathBelow& place) const override {
    return base_.list(place);
  }
  Result<void> create_directories(const PathBelow& place) override {
    return base_.create_directories(place);
  }
  Result<void> create_file(const PathBelow& place, std::string_view bytes) override {
    return base_.create_file(place, bytes);
  }
  Result<void> append(const PathBelow& place, std::string_view bytes, AppendAt at) override {
    return base_.append(place, bytes, at);
  }
  Result<void> copy_file(const PathBelow& from, const PathBelow& to) override {
    return base_.copy_file(from, to);
  }
  Result<void> take_mode(const PathBelow& place, const std::string& like) override {
    return base_.take_mode(place, like);
  }
  Result<void> remove(const PathBelow& place) override { return base_.remove(place); }
  Result<void> rename_new(const PathBelow& from, const PathBelow& to) override {
    return base_.rename_new(from, to);
  }
  Result<void> sync(const PathBelow& place) override { return base_.sync(place); }
  Result<std::unique_ptr<HeldLock>> lock(const PathBelow& place) override {
    return base_.lock(place);
  }

 protected:
  DurableFileSystem& base() const { return base_; }

 private:
  DurableFileSystem& base_;
};

}  // namespace clew
