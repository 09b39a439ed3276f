// SPDX-License-Identifier: MIT
#include "team/team_watcher.h"

#include <algorithm>
#include <thread>
#include <utility>

#include "os/paths.h"

namespace clew {
namespace {

using Milliseconds = ChangeWatcher::Milliseconds;
using Clock = std::chrono::steady_clock;

constexpr Milliseconds kSlice{100};   // how long an interrupt may wait
constexpr Milliseconds kGather{20};   // many machines push at once: one look for all of them
constexpr Milliseconds kAway{1'000};  // between two tries to reach the store

}  // namespace

Result<WatchId> TeamWatcher::add(const std::string& folder) {
  const auto [known, is_new] = folders_.try_emplace(folder, last_ + 1);
  if (is_new) ++last_;
  return known->second;
}

void TeamWatcher::remove(WatchId folder) {
  std::erase_if(folders_, [&](const auto& one) { return one.second == folder; });
}

Result<void> TeamWatcher::listen() {
  if (connection_ && connection_->is_open()) return {};
  auto made = PgConnection::open(tree_->store().address());
  if (!made) return made.error();
  if (auto listening = made->run("LISTEN clew"); !listening) return listening;
  connection_.emplace(std::move(*made));
  was_away_ = true;  // whatever happened before, nobody said
  return {};
}

Result<ChangeBatch> TeamWatcher::look() {
  ChangeBatch batch;
  const auto changed = tree_->refresh();
  if (!changed) return changed.error();
  for (const std::string& path : *changed) {
    // The folder itself may be new: then the nearest one that is watched tells.
    std::string_view name = path;
    for (std::string_view folder = parent_path(path); folder.size() > 1;
         name = folder, folder = parent_path(folder)) {
      const auto known = folders_.find(folder);
      if (known == folders_.end()) continue;
      batch.changes.push_back({known->second, std::string(base_name(name))});
      break;
    }
  }
  // A root that came is below no folder that is watched.
  batch.lost = batch.changes.size() < changed->size();
  return batch;
}

Result<ChangeBatch> TeamWatcher::wait(std::optional<Milliseconds> timeout) {
  const auto until = timeout ? std::optional(Clock::now() + *timeout) : std::nullopt;
  for (;;) {
    if (interrupted_.exchange(false)) return ChangeBatch{};
    if (until && Clock::now() >= *until) return ChangeBatch{};
    if (auto listening = listen(); !listening) {
      if (TeamTree::is_shut_out(listening.error()) && tree_->forget()) {
        return ChangeBatch{.changes = {}, .lost = true};
      }
      std::this_thread::sleep_for(std::min(kAway, timeout.value_or(kAway)));
      continue;
    }
    bool changed = std::exchange(was_away_, false);
    if (!changed) {
      const auto told = connection_->wait_for_notification(kSlice);
      if (!told) {
        connection_.reset();
        continue;
      }
      changed = *told;
    }
    if (!changed) continue;
    std::this_thread::sleep_for(kGather);
    static_cast<void>(connection_->wait_for_notification(Milliseconds(0)));
    auto batch = look();
    if (!batch) {  // away again
      was_away_ = true;
      std::this_thread::sleep_for(kSlice);
      continue;
    }
    if (!batch->changes.empty() || batch->lost) return batch;
  }
}

}  // namespace clew
