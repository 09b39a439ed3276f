// SPDX-License-Identifier: MIT
#include "team/team_trees.h"

namespace clew {

Result<std::shared_ptr<TeamTree>> load_team_tree(const TeamAddress& address,
                                                 const std::string& mount) {
  auto store = TeamStore::open(address);
  if (!store) return store.error();
  auto tree = std::make_shared<TeamTree>(std::move(*store), mount);
  if (auto read = tree->refresh(); !read) return read.error();
  return tree;
}

Result<std::shared_ptr<TeamTree>> TeamTrees::load(const TeamAddress& address,
                                                  const std::string& mount) {
  const std::string key = address.url() + "\n" + mount;
  std::shared_ptr<TeamTree> tree;
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = trees_.find(key); known != trees_.end()) tree = known->second;
  }
  if (tree != nullptr) {
    if (followed_) return tree;
    // What was known is as good as nothing: the person may have been revoked meanwhile.
    if (auto fresh = tree->refresh(); !fresh) return fresh.error();
    return tree;
  }
  auto made = load_team_tree(address, mount);
  if (!made) return made.error();
  const std::lock_guard lock(mutex_);
  return trees_.try_emplace(key, std::move(*made)).first->second;
}

}  // namespace clew
