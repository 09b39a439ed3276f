// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "keep/kept_world.h"
#include "os/durable_file_system.h"

namespace clew {

// The disk and the keep as one: what is on the disk is read there, what is only kept looks as if it
// were there. Writing goes to the disk alone. Borrows the disk.
class KeptFileSystem : public WritableFileSystem {
 public:
  KeptFileSystem(DurableFileSystem& disk, std::shared_ptr<const KeptWorld> world)
      : disk_(disk), world_(std::move(world)) {}

  DurableFileSystem& disk() { return disk_; }
  const KeptWorld& world() const { return *world_; }

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
  DurableFileSystem& disk_;
  std::shared_ptr<const KeptWorld> world_;  // files that are open hold on to it
};

}  // namespace clew
