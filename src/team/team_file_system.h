// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "os/forwarding_file_system.h"
#include "team/team_tree.h"

namespace clew {

// A team's store and another file system as one: what lies below the tree's mount is in the store
// and cannot be written, everything else goes through. Borrows the other one.
class TeamFileSystem : public ForwardingWrites<WritableFileSystem> {
 public:
  // `tree` null: everything goes through.
  TeamFileSystem(WritableFileSystem& base, std::shared_ptr<TeamTree> tree)
      : ForwardingWrites(base), tree_(std::move(tree)) {}

  TeamTree* tree() const { return tree_.get(); }

  Result<std::unique_ptr<RandomAccessFile>> open(const std::string& path) const override;
  Result<FileInfo> stat(const std::string& path) const override;
  Result<FolderLook> look(const std::string& folder,
                          std::span<const std::string_view> names) const override;
  Result<std::vector<DirEntry>> list(const std::string& path) const override;
  Result<std::string> real_path(const std::string& path) const override;
  Result<FileInfo> info(const PathBelow& place) const override;
  Result<std::vector<DirEntry>> list(const PathBelow& place) const override;

 private:
  Result<void> admit(FileAccess access, std::string_view path,
                     std::string_view other) const override;
  bool is_ours(std::string_view path) const { return tree_ != nullptr && tree_->has(path); }

  std::shared_ptr<TeamTree> tree_;  // files that are open hold on to it
};

}  // namespace clew
