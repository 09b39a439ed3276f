// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "engine/engine.h"
#include "engine/live/event_thread.h"

namespace clew {

class KeptWorlds;
class TeamStore;

// A thread of a serving program that sends what is new of the shared projects to the team's store,
// within a second. While the store is away it tries again and again, ever less often; what was not
// sent then waits in the files.
class PushService {
 public:
  // Pushes now, after every event of the bus, and now and then. `complain` is called with what is
  // wrong, once for each. Borrows all but the options. Once.
  void start(DurableFileSystem& files, EngineOptions options, std::string store, EventBus& events,
             KeptWorlds& kept, std::function<void(const std::string&)> complain);

 private:
  std::chrono::milliseconds push();
  Result<void> push_once();
  void note(std::string complaint);

  DurableFileSystem* files_ = nullptr;
  EngineOptions options_;
  std::string named_;  // the store
  KeptWorlds* kept_ = nullptr;
  std::function<void(const std::string&)> complain_;
  std::string last_complaint_;
  std::shared_ptr<TeamStore> store_;
  std::chrono::milliseconds retry_{0};  // 0: the last push went well
  EventThread thread_;                  // last: it uses the others
};

}  // namespace clew
