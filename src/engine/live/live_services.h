// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/drive/driven_conversations.h"
#include "engine/engine.h"
#include "engine/live/drive_events.h"
#include "engine/live/event_bus.h"
#include "engine/live/hidden_events.h"
#include "engine/live/keep_service.h"
#include "engine/live/live.h"
#include "engine/live/push_service.h"
#include "engine/read/session_cache.h"
#include "team/team_trees.h"

namespace clew {

// What the engines of a serving program share, and the watch that fills their bus. The order
// matters: the watch ends first, then the conversations, which say so on the bus.
class LiveServices {
 public:
  explicit LiveServices(EventBusOptions options = {}) : events_(std::move(options)) {}
  ~LiveServices();
  LiveServices(const LiveServices&) = delete;
  LiveServices& operator=(const LiveServices&) = delete;

  EngineServices pointers() {
    return {.events = &events_,
            .conversations = &conversations_,
            .sessions = &sessions_,
            .kept = &keep_.worlds(),
            .team = &team_};
  }

  KeepService& keep() { return keep_; }
  PushService& push() { return push_; }

  // Begins to watch; further calls do nothing. The first look at everything takes its time, and
  // nobody should wait for it: it has a thread of its own, which calls `done` at the end.
  void watch(WritableFileSystem& files, const EngineOptions& options,
             std::function<void(EventBus&, const Result<void>&)> done);

 private:
  Result<std::unique_ptr<LiveWatch>> start_watch(WritableFileSystem& files,
                                                 const EngineOptions& options);

  TeamTrees team_;
  std::unique_ptr<WritableFileSystem> team_files_;  // what a team's store is watched through
  EventBus events_;
  SessionCache sessions_;
  DrivenConversations conversations_{publish_drive_events(events_)};
  std::unique_ptr<LiveWatch> live_;
  KeepService keep_;  // after the bus that it listens to
  PushService push_;  // the same
  std::once_flag once_;
  std::thread starter_;
};

}  // namespace clew
