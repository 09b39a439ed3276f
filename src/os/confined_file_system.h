// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "os/forwarding_file_system.h"

namespace clew {

// One folder of a disk, and nothing else of it: whoever is named a path elsewhere, or one that
// leads out, is answered that there is none. For engines that serve people who must not learn
// anything of this machine. Borrows the disk; what lies in the folder is trusted.
class ConfinedFileSystem : public ForwardingFileSystem {
 public:
  ConfinedFileSystem(DurableFileSystem& disk, std::string folder)
      : ForwardingFileSystem(disk), folder_(std::move(folder)) {}

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
  Result<void> sync(const PathBelow& place) override;
  Result<std::unique_ptr<HeldLock>> lock(const PathBelow& place) override;

 private:
  bool has(std::string_view path) const;

  const std::string folder_;
};

}  // namespace clew
