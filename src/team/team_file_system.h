// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <utility>

#include "os/file_system.h"
#include "team/team_tree.h"

namespace clew {

// A team's store and another file system as one: what lies below the tree's mount is in the store
// and cannot be written, everything else goes through. Borrows the other one.
class TeamFileSystem : public WritableFileSystem {
 public:
  // `tree` null: everything goes through.
  TeamFileSystem(WritableFileSystem& base, std::shared_ptr<TeamTree> tree)
      : base_(base), tree_(std::move(tree)) {}

  TeamTree* tree() const { return tree_.get(); }

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
  bool is_ours(std::string_view path) const { return tree_ != nullptr && tree_->has(path); }
  Result<void> check_writable(std::string_view path) const;

  WritableFileSystem& base_;
  std::shared_ptr<TeamTree> tree_;  // files that are open hold on to it
};

}  // namespace clew
