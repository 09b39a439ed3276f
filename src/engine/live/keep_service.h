// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "engine/engine.h"
#include "engine/live/event_thread.h"
#include "keep/kept_worlds.h"

namespace clew {

// The keep of a program that serves: what is kept, loaded once for all its engines, and, when asked
// for, a thread that keeps whatever is new within a second, and what is written until it ends.
class KeepService {
 public:
  KeptWorlds& worlds() { return worlds_; }

  // Keeps now, after every event of the bus, and now and then for what causes none (todos, copies
  // of files). `complain` is called with what is wrong, once for each. Borrows the files and the
  // bus. Once.
  void start(DurableFileSystem& files, EngineOptions options, EventBus& events,
             std::function<void(const std::string&)> complain);

 private:
  void keep_once();

  KeptWorlds worlds_;
  DurableFileSystem* files_ = nullptr;
  EngineOptions options_;
  std::function<void(const std::string&)> complain_;
  std::string last_complaint_;
  EventThread thread_;  // last: it uses the others
};

}  // namespace clew
