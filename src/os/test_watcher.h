// SPDX-License-Identifier: MIT
//
// For tests only.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "os/change_watcher.h"

namespace clew {

// A watcher that says what the test tells it to say, at once, and never waits.
class TestWatcher : public ChangeWatcher {
 public:
  // Tells of a change if the folder is watched; false: it is not.
  bool hint(const std::string& folder, const std::string& name) {
    for (const auto& [id, path] : watched) {
      if (path != folder) continue;
      next.changes.push_back({id, name});
      return true;
    }
    return false;
  }
  // The same for the path of an entry.
  bool hint(const std::string& path) {
    const std::size_t slash = path.rfind('/');
    return hint(path.substr(0, slash), path.substr(slash + 1));
  }
  void lose() { next.lost = true; }

  Result<WatchId> add(const std::string& folder) override {
    if (watched.size() >= room) return Error{ErrorCode::kBusy, "no room"};
    watched[++last_id] = folder;
    return last_id;
  }
  void remove(WatchId folder) override { watched.erase(folder); }
  bool hears_all(const std::string& folder) const override {
    return silent.empty() || !folder.starts_with(silent);
  }
  void watch_processes(const std::vector<std::int64_t>& pids) override { processes = pids; }
  Result<ChangeBatch> wait(std::optional<Milliseconds> timeout) override {
    static_cast<void>(timeout);
    if (broken) return Error{ErrorCode::kIo, "broken"};
    return std::exchange(next, {});
  }
  void interrupt() override {}

  std::map<WatchId, std::string> watched;
  std::size_t room = SIZE_MAX;
  std::string silent;  // below this folder nothing is told
  bool broken = false;
  ChangeBatch next;
  std::vector<std::int64_t> processes;
  WatchId last_id = 0;
};

}  // namespace clew
