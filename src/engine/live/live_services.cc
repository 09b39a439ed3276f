// SPDX-License-Identifier: MIT

#include "engine/live/live_services.h"

#include <utility>

#include "team/team_file_system.h"
#include "team/team_watcher.h"

namespace clew {

LiveServices::~LiveServices() {
  if (starter_.joinable()) starter_.join();
}

// A team's store says itself what changed in it.
Result<std::unique_ptr<LiveWatch>> LiveServices::start_watch(WritableFileSystem& files,
                                                             const EngineOptions& options) {
  LiveOptions live{.sessions = &sessions_};
  if (options.team.empty()) {
    return LiveWatch::start(files, options, events_, std::move(live));
  }
  auto tree = open_team_tree(files, options, &team_);
  if (!tree) return tree.error();
  live.roots = [tree = *tree] { return tree->roots(); };
  live.watcher = std::make_unique<TeamWatcher>(*tree);
  team_files_ = std::make_unique<TeamFileSystem>(files, *tree);
  auto started = LiveWatch::start(*team_files_, options, events_, std::move(live));
  if (started) team_.follow(true);
  return started;
}

void LiveServices::watch(WritableFileSystem& files, const EngineOptions& options,
                         std::function<void(EventBus&, const Result<void>&)> done) {
  std::call_once(once_, [&] {
    starter_ = std::thread([this, &files, options, done = std::move(done)] {
      auto started = start_watch(files, options);
      if (started) live_ = std::move(*started);
      done(events_, started ? Result<void>() : Result<void>(started.error()));
    });
  });
}

}  // namespace clew
