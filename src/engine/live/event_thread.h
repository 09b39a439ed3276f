// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "engine/live/event_bus.h"

namespace clew {

// A thread of a serving program that does one work over and over: now, after every event of a bus,
// and now and then for what causes none. Ends with its owner, after the work that it is at.
class EventThread {
 public:
  using Milliseconds = std::chrono::milliseconds;
  struct Pace {
    Milliseconds gather{};  // events come in bursts: so long after the first of them
    bool once_more_at_end = false;
  };
  // Returns after which time it is tried again whatever happens; zero: it went well.
  using Work = std::function<Milliseconds()>;

  EventThread() = default;
  ~EventThread();
  EventThread(const EventThread&) = delete;
  EventThread& operator=(const EventThread&) = delete;

  void start(EventBus& events, Pace pace, Work work);  // once; borrows the bus

 private:
  void run();
  bool wait(Milliseconds retry);  // false: it is over

  Pace pace_;
  Work work_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable changed_;
  bool something_new_ = true;
  bool ending_ = false;
  std::shared_ptr<Subscription> subscription_;
  std::thread thread_;
};

}  // namespace clew
