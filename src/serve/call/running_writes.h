// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <utility>

namespace clew {

// The operations at work that change something. They are short and are not left half done: a
// program that ends waits for them, and only for them. Thread-safe.
class RunningWrites {
 public:
  // One of them, while it lives.
  class Scope {
   public:
    explicit Scope(RunningWrites* writes) : writes_(writes) {}
    Scope(Scope&& other) noexcept : writes_(std::exchange(other.writes_, nullptr)) {}
    Scope& operator=(Scope&&) = delete;
    ~Scope() {
      if (writes_) writes_->leave();
    }
    explicit operator bool() const { return writes_ != nullptr; }  // false: it must not begin

   private:
    RunningWrites* writes_;
  };

  Scope begin() {
    const std::lock_guard lock(mutex_);
    if (ended_) return Scope(nullptr);
    ++count_;
    return Scope(this);
  }

  // None begins any more; waits for those that have. False: one still works after that time.
  bool end(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    ended_ = true;
    return changed_.wait_for(lock, most, [this] { return count_ == 0; });
  }

 private:
  void leave() {
    const std::lock_guard lock(mutex_);
    --count_;
    changed_.notify_all();
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t count_ = 0;
  bool ended_ = false;
};

}  // namespace clew
