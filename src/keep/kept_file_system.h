// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "keep/kept_world.h"
#include "os/forwarding_file_system.h"

namespace clew {

// The disk and the keep as one: what is on the disk is read there, what is only kept looks as if it
// were there. Writing goes to the disk alone. Borrows the disk.
class KeptFileSystem : public ForwardingFileSystem {
 public:
  KeptFileSystem(DurableFileSystem& disk, std::shared_ptr<const KeptWorld> world)
      : ForwardingFileSystem(disk), world_(std::move(world)) {}

  DurableFileSystem& disk() { return base(); }
  const KeptWorld& world() const { return *world_; }

  using ForwardingFileSystem::list;
  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  Result<FileInfo> stat(const std::string& path) const override;
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override;
  Result<std::vector<DirEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;

 private:
  std::shared_ptr<const KeptWorld> world_;  // files that are open hold on to it
};

}  // namespace clew
