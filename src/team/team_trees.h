// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "team/team_address.h"
#include "team/team_tree.h"

namespace clew {

// Holds the tree of a team for a program that answers many requests, with its connections. One for
// each person: what one may see, another gets no glimpse of. Thread-safe.
class TeamTrees {
 public:
  // As it is now.
  Result<std::shared_ptr<TeamTree>> load(const TeamAddress& address, const std::string& mount);
  // Somebody refreshes the trees whenever the store says that it changed; load() need not.
  void follow(bool followed) { followed_ = followed; }

 private:
  std::mutex mutex_;                                        // guards what follows
  std::map<std::string, std::shared_ptr<TeamTree>> trees_;  // by address
  std::atomic<bool> followed_ = false;
};

// Opens a store and reads what is in it, once.
Result<std::shared_ptr<TeamTree>> load_team_tree(const TeamAddress& address,
                                                 const std::string& mount);

}  // namespace clew
