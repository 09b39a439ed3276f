// SPDX-License-Identifier: MIT
#include "engine/live/event_thread.h"

#include <utility>

namespace clew {

EventThread::~EventThread() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void EventThread::start(EventBus& events, Pace pace, Work work) {
  pace_ = pace;
  work_ = std::move(work);
  subscription_ = events.subscribe({.hidden = true}, [this] {
    const std::lock_guard lock(mutex_);
    something_new_ = true;
    changed_.notify_all();
  });
  thread_ = std::thread([this] { run(); });
}

void EventThread::run() {
  Milliseconds retry{};
  while (wait(retry)) {
    static_cast<void>(subscription_->take());  // that there was one is all that matters
    retry = work_();
  }
  if (pace_.once_more_at_end) work_();
}

bool EventThread::wait(Milliseconds retry) {
  constexpr std::chrono::seconds kLongestPause{30};
  std::unique_lock lock(mutex_);
  const auto is_over = [this] { return ending_; };
  if (retry > Milliseconds::zero()) {
    changed_.wait_for(lock, retry, is_over);
  } else {
    changed_.wait_for(lock, kLongestPause, [this] { return something_new_ || ending_; });
    if (something_new_) changed_.wait_for(lock, pace_.gather, is_over);
  }
  something_new_ = false;
  return !ending_;
}

}  // namespace clew
