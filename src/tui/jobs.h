// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "tui/requests.h"

namespace clew::tui {

// What waits for files happens here, so that keys never do. Each lane has one piece of work at a
// time: newer work of a lane stops the one that runs and takes the place of the one that waits, and
// what an outdated one found is dropped. Queued work is done in turn and always to its end.
class Jobs {
 public:
  enum class Lane : std::uint8_t {
    kList,
    kSearch,
    kPreview,
    kConversation,
    kMessages,
    kFind,
    kTree,
    kPage
  };
  static constexpr std::size_t kLanes = 8;

  using Stopped = std::function<bool()>;
  // Gives what it found. Runs on one of the threads.
  using Work = std::function<std::vector<Event>(const Stopped&)>;

  // `wake` is called when something came; from any thread, and it must be cheap.
  explicit Jobs(std::function<void()> wake);
  ~Jobs();
  Jobs(const Jobs&) = delete;
  Jobs& operator=(const Jobs&) = delete;

  void start(Lane lane, Work work);
  void stop(Lane lane);
  void queue(Work work);
  // From threads of others.
  void tell(Event event);

  std::vector<Event> take();
  bool is_idle() const;
  bool is_busy(Lane lane) const;  // something of it runs or waits
  // Waits for something to come, at most so long.
  void wait(std::chrono::milliseconds time);

 private:
  struct Task {
    Work work;
    std::shared_ptr<std::atomic<bool>> stopped;
    int lane = -1;  // none: queued
  };
  struct LaneState {
    std::shared_ptr<std::atomic<bool>> running;
    std::optional<Task> waiting;
  };
  void run(bool queued);
  std::optional<Task> next(bool queued);
  void finish(const Task& task, std::vector<Event> events);

  std::function<void()> wake_;
  mutable std::mutex mutex_;  // guards what follows
  std::condition_variable work_came_;
  std::condition_variable event_came_;
  std::array<LaneState, kLanes> lanes_;
  std::deque<Task> queue_;
  std::vector<Event> events_;
  int running_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace clew::tui
