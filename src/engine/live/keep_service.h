// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "engine/engine.h"
#include "engine/live/event_bus.h"
#include "keep/kept_worlds.h"

namespace clew {

// The keep of a program that serves: what is kept, loaded once for all its engines, and, when asked
// for, a thread that keeps whatever is new within a second.
class KeepService {
 public:
  KeepService() = default;
  ~KeepService();  // what was written before is kept
  KeepService(const KeepService&) = delete;
  KeepService& operator=(const KeepService&) = delete;

  KeptWorlds& worlds() { return worlds_; }

  // Keeps now, after every event of the bus, and now and then for what causes none (todos, copies
  // of files). `complain` is called with what is wrong, once for each. Borrows the files and the
  // bus. Once.
  void start(DurableFileSystem& files, EngineOptions options, EventBus& events,
             std::function<void(const std::string&)> complain);

 private:
  void run();
  void keep_once();

  KeptWorlds worlds_;
  DurableFileSystem* files_ = nullptr;
  EngineOptions options_;
  std::function<void(const std::string&)> complain_;
  std::string last_complaint_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool something_new_ = true;
  bool ending_ = false;
  std::shared_ptr<Subscription> subscription_;
  std::thread thread_;
};

}  // namespace clew
