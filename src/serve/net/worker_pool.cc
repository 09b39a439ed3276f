// SPDX-License-Identifier: MIT

#include "serve/net/worker_pool.h"

#include <algorithm>
#include <cstdint>
#include <system_error>
#include <utility>
#include <vector>

namespace clew {

WorkerPool::WorkerPool(Limits limits) : limits_(limits), watch_([this] { watch(); }) {}

WorkerPool::~WorkerPool() {
  std::unique_lock lock(mutex_);
  stopping_ = true;
  waiting_.clear();
  changed_.notify_all();
  waits_.notify_all();
  changed_.wait(lock, [this] { return threads_.empty(); });
  Threads ended = std::move(ended_);
  lock.unlock();
  join_ended(std::move(ended));
  watch_.join();
}

bool WorkerPool::add(std::function<void()> task) {
  Threads ended;
  {
    const std::lock_guard lock(mutex_);
    if (!add_locked(std::move(task), limits_.waiting)) return false;
    ended.swap(ended_);
  }
  changed_.notify_one();
  join_ended(std::move(ended));
  return true;
}

bool WorkerPool::add_endless(std::function<void()> task) {
  const auto endless = [this, work = std::move(task)] {
    {
      const Blocking blocking(*this);
      work();
    }
    const std::lock_guard lock(mutex_);
    --endless_;
  };
  {
    const std::lock_guard lock(mutex_);
    if (endless_ >= limits_.endless || !add_locked(endless, limits_.waiting)) return false;
    ++endless_;
  }
  changed_.notify_one();
  return true;
}

// For the turns of a SerialQueue, of which each has at most one waiting.
void WorkerPool::add_unbounded(std::function<void()> task) {
  {
    const std::lock_guard lock(mutex_);
    if (!add_locked(std::move(task), SIZE_MAX)) return;
  }
  changed_.notify_one();
}

bool WorkerPool::add_locked(std::function<void()> task, std::size_t most) {
  if (stopping_ || waiting_.size() >= most) return false;
  waiting_.push_back(std::move(task));
  start_threads_locked();
  waits_.notify_one();
  return true;
}

void WorkerPool::start_threads_locked() {
  if (stopping_ || waiting_.size() <= idle_) return;
  if (threads_.size() >= most_threads_locked()) return;
  const auto self = threads_.emplace(threads_.end());
  try {
    *self = std::thread([this, self] { work(self); });
  } catch (const std::system_error&) {
    threads_.erase(self);  // those that are there do the work
  }
}

std::size_t WorkerPool::most_threads_locked() const {
  const Clock::time_point recent = Clock::now() - limits_.long_after;
  const auto long_ones = static_cast<std::size_t>(
      std::count_if(begun_.begin(), begun_.end(), [&](auto time) { return time < recent; }));
  // Those that wait for somebody are among them, as a rule.
  const std::size_t longer = std::min(limits_.longer, long_ones - std::min(long_ones, blocked_));
  return std::min(limits_.running + blocked_ + longer, limits_.threads);
}

void WorkerPool::watch() {
  std::unique_lock lock(mutex_);
  while (!stopping_) {
    waits_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    waits_.wait_for(lock, limits_.long_after, [this] { return stopping_; });
    start_threads_locked();
  }
}

WorkerPool::Slow::iterator WorkerPool::begin_blocking(Waiting waiting) {
  std::vector<std::function<void()>> given_up;
  Slow::iterator place;
  {
    const std::lock_guard lock(mutex_);
    ++blocked_;
    if (waiting.give_up) {
      ++slow_count_;
      slow_bytes_ += waiting.bytes;
    }
    place = slow_.insert(slow_.end(), std::move(waiting));
    for (auto longest = slow_.begin(); longest != place; ++longest) {
      if (slow_count_ <= limits_.slow && slow_bytes_ <= limits_.slow_bytes) break;
      if (!longest->give_up) continue;
      given_up.push_back(std::exchange(longest->give_up, nullptr));
      --slow_count_;
      slow_bytes_ -= longest->bytes;
    }
    start_threads_locked();
  }
  for (const auto& give_up : given_up) give_up();
  return place;
}

void WorkerPool::end_blocking(Slow::iterator place) {
  const std::lock_guard lock(mutex_);
  --blocked_;
  if (place->give_up) {
    --slow_count_;
    slow_bytes_ -= place->bytes;
  }
  slow_.erase(place);
}

void WorkerPool::work(Threads::iterator self) {
  std::unique_lock lock(mutex_);
  for (;;) {
    ++idle_;
    changed_.wait(lock, [this] { return stopping_ || !waiting_.empty(); });
    --idle_;
    if (stopping_) break;
    std::function<void()> task = std::move(waiting_.front());
    waiting_.pop_front();
    const auto begun = begun_.insert(begun_.end(), Clock::now());
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
    begun_.erase(begun);
    if (threads_.size() > most_threads_locked()) break;  // was needed while others waited
  }
  ended_.splice(ended_.end(), threads_, self);
  changed_.notify_all();
}

void WorkerPool::join_ended(Threads ended) {
  for (std::thread& thread : ended) thread.join();
}

void SerialQueue::add(std::function<void()> task) {
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  tasks_.push_back(std::move(task));
  start_locked();
}

void SerialQueue::resume() {
  const std::lock_guard lock(mutex_);
  start_locked();
}

void SerialQueue::start_locked() {
  if (running_ || tasks_.empty()) return;
  running_ = true;
  pool_.add_unbounded([self = shared_from_this()] { self->run(); });
}

void SerialQueue::close(std::function<void()> last) {
  std::deque<std::function<void()>> dropped;
  const std::lock_guard lock(mutex_);
  if (closed_) return;
  closed_ = true;
  dropped.swap(tasks_);
  tasks_.push_back(std::move(last));
  start_locked();
}

std::size_t SerialQueue::size() const {
  const std::lock_guard lock(mutex_);
  return tasks_.size();
}

void SerialQueue::run() {
  const bool may_begin = !may_begin_ || may_begin_();
  std::unique_lock lock(mutex_);
  if ((may_begin || closed_) && !tasks_.empty()) {
    std::function<void()> task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    task = nullptr;
    lock.lock();
  }
  running_ = false;
  if (may_begin || closed_) start_locked();
}

}  // namespace clew
