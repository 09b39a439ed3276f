// SPDX-License-Identifier: MIT

#include "serve/drive_queue.h"

#include <chrono>
#include <utility>

namespace clew {
namespace {

constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr std::chrono::seconds kPatience{5};

}  // namespace

void DriveQueue::push(std::string event, bool may_be_lost) {
  std::unique_lock lock(mutex_);
  const auto has_room = [this] { return closed_ || bytes_ < kMostBytes; };
  const bool room = taken_.wait_for(lock, kPatience, has_room);
  if (closed_ || (!room && may_be_lost)) return;
  bytes_ += event.size();
  events_.push_back(std::move(event));
  const bool was_empty = events_.size() == 1;
  lock.unlock();
  if (was_empty) wake_();
}

std::deque<std::string> DriveQueue::take() {
  const std::lock_guard lock(mutex_);
  bytes_ = 0;
  taken_.notify_all();
  return std::exchange(events_, {});
}

void DriveQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  events_.clear();
  taken_.notify_all();
}

}  // namespace clew
