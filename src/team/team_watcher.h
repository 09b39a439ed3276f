// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "os/change_watcher.h"
#include "team/pg_connection.h"
#include "team/team_tree.h"

namespace clew {

// Says what changed in a team's store: PostgreSQL notifies whenever something does, and the tree
// then fetches what. While the store is away it is looked for again and again; after that
// everything counts as changed.
class TeamWatcher : public ChangeWatcher {
 public:
  explicit TeamWatcher(std::shared_ptr<TeamTree> tree) : tree_(std::move(tree)) {}

  Result<WatchId> add(const std::string& folder) override;
  void remove(WatchId folder) override;
  bool hears_all(const std::string& /*folder*/) const override { return true; }
  void watch_processes(const std::vector<std::int64_t>& /*pids*/) override {}
  Result<ChangeBatch> wait(std::optional<Milliseconds> timeout) override;
  void interrupt() override { interrupted_ = true; }

 private:
  Result<void> listen();
  Result<ChangeBatch> look();

  std::shared_ptr<TeamTree> tree_;
  std::optional<PgConnection> connection_;  // that listens
  bool was_away_ = false;
  std::atomic<bool> interrupted_ = false;
  WatchId last_ = 0;
  std::map<std::string, WatchId, std::less<>> folders_;
};

}  // namespace clew
