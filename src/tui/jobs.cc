// SPDX-License-Identifier: MIT
#include "tui/jobs.h"

#include <chrono>
#include <utility>

namespace clew::tui {
namespace {

constexpr int kThreads = 4;

}  // namespace

Jobs::Jobs(std::function<void()> wake) : wake_(std::move(wake)) {
  threads_.emplace_back([this] { run(true); });
  for (int i = 0; i < kThreads; ++i) threads_.emplace_back([this] { run(false); });
}

Jobs::~Jobs() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
    for (LaneState& lane : lanes_) {
      lane.waiting.reset();
      if (lane.running) *lane.running = true;
    }
    work_came_.notify_all();
  }
  for (std::thread& thread : threads_) thread.join();
}

void Jobs::start(Lane lane, Work work) {
  const std::lock_guard lock(mutex_);
  LaneState& state = lanes_[static_cast<std::size_t>(lane)];
  if (state.running) *state.running = true;
  state.waiting =
      Task{std::move(work), std::make_shared<std::atomic<bool>>(false), static_cast<int>(lane)};
  work_came_.notify_all();
}

void Jobs::stop(Lane lane) {
  const std::lock_guard lock(mutex_);
  LaneState& state = lanes_[static_cast<std::size_t>(lane)];
  if (state.running) *state.running = true;
  state.waiting.reset();
}

void Jobs::queue(Work work) {
  const std::lock_guard lock(mutex_);
  queue_.push_back({std::move(work), std::make_shared<std::atomic<bool>>(false)});
  work_came_.notify_all();
}

void Jobs::tell(Event event) {
  {
    const std::lock_guard lock(mutex_);
    events_.push_back(std::move(event));
    event_came_.notify_all();
  }
  wake_();
}

std::vector<Event> Jobs::take() {
  const std::lock_guard lock(mutex_);
  return std::exchange(events_, {});
}

bool Jobs::is_idle() const {
  const std::lock_guard lock(mutex_);
  if (running_ > 0 || !queue_.empty() || !events_.empty()) return false;
  for (const LaneState& lane : lanes_) {
    if (lane.waiting) return false;
  }
  return true;
}

bool Jobs::is_busy(Lane lane) const {
  const std::lock_guard lock(mutex_);
  const LaneState& state = lanes_[static_cast<std::size_t>(lane)];
  return state.running != nullptr || state.waiting.has_value();
}

void Jobs::wait(std::chrono::milliseconds time) {
  std::unique_lock lock(mutex_);
  event_came_.wait_for(lock, time, [this] { return !events_.empty(); });
}

std::optional<Jobs::Task> Jobs::next(bool queued) {
  if (queued) {
    if (queue_.empty()) return std::nullopt;
    Task task = std::move(queue_.front());
    queue_.pop_front();
    return task;
  }
  for (LaneState& lane : lanes_) {
    if (!lane.waiting || lane.running) continue;
    Task task = std::move(*std::exchange(lane.waiting, std::nullopt));
    lane.running = task.stopped;
    return task;
  }
  return std::nullopt;
}

void Jobs::finish(const Task& task, std::vector<Event> events) {
  bool wake = false;
  {
    const std::lock_guard lock(mutex_);
    --running_;
    if (task.lane >= 0) lanes_[static_cast<std::size_t>(task.lane)].running.reset();
    // Lines of a window are of use whatever was wanted since: only the rest of them is not made.
    if (!*task.stopped || task.lane == static_cast<int>(Lane::kMessages)) {
      for (Event& event : events) events_.push_back(std::move(event));
      wake = !events.empty();
    }
    event_came_.notify_all();
    work_came_.notify_all();
  }
  if (wake) wake_();
}

void Jobs::run(bool queued) {
  while (true) {
    std::optional<Task> task;
    {
      std::unique_lock lock(mutex_);
      work_came_.wait(lock, [&] { return (task = next(queued)).has_value() || ending_; });
      if (!task) return;
      ++running_;
    }
    const auto stopped = task->stopped;
    std::vector<Event> events = task->work([stopped] { return stopped->load(); });
    finish(*task, std::move(events));
  }
}

}  // namespace clew::tui
