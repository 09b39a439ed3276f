// SPDX-License-Identifier: MIT

#include "serve/net/outbox.h"

#include <chrono>
#include <utility>

namespace clew {

bool Outbox::is_full_locked() const {
  if (!open_) return false;
  return bytes_ >= kMost || (bytes_ >= OutboxBudget::kShare && budget_.is_spent());
}

bool Outbox::must_wait_locked(std::size_t bytes) const {
  return is_full_locked() || (open_ && bytes > OutboxBudget::kShare && budget_.is_spent());
}

void Outbox::wait_for_room(std::size_t bytes) {
  constexpr std::chrono::milliseconds kAskBudget{20};  // others do not tell what they have sent
  std::unique_lock lock(mutex_);
  if (!must_wait_locked(bytes)) return;
  lock.unlock();
  const auto give_up = [weak = weak_from_this()] {
    const auto self = weak.lock();
    if (!self) return;
    self->close();
    if (self->end_) self->end_();
  };
  const WorkerPool::Blocking blocking(pool_, give_up, bytes);
  lock.lock();
  while (must_wait_locked(bytes)) space_.wait_for(lock, kAskBudget);
}

void Outbox::send(std::string message) {
  if (std::this_thread::get_id() != loop_) wait_for_room(message.size());
  {
    const std::lock_guard lock(mutex_);
    if (!open_ || ending_) return;
    bytes_ += message.size();
    budget_.add(message.size());
    messages_.push_back(std::move(message));
  }
  wake_();
}

void Outbox::end() {
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  wake_();
}

void Outbox::close() {
  {
    const std::lock_guard lock(mutex_);
    open_ = false;
    messages_.clear();
    budget_.remove(std::exchange(bytes_, 0));
    taken_ = 0;
  }
  space_.notify_all();
  wake_();
}

bool Outbox::is_open() const {
  const std::lock_guard lock(mutex_);
  return open_;
}

bool Outbox::is_ended() const {
  const std::lock_guard lock(mutex_);
  return ending_ && messages_.empty();
}

bool Outbox::is_full() const {
  const std::lock_guard lock(mutex_);
  return is_full_locked();
}

void Outbox::forget_taken_locked() {
  bytes_ -= taken_;
  budget_.remove(std::exchange(taken_, 0));
}

bool Outbox::take(std::string& message) {
  bool taken = false;
  {
    const std::lock_guard lock(mutex_);
    forget_taken_locked();
    if (!messages_.empty()) {
      message = std::move(messages_.front());
      messages_.pop_front();
      taken_ = message.size();
      taken = true;
    }
  }
  space_.notify_all();
  return taken;
}

ChannelHost host_of(const std::shared_ptr<Outbox>& outbox,
                    const std::shared_ptr<SerialQueue>& queue, WorkerPool& pool) {
  ChannelHost host;
  host.send = [weak = std::weak_ptr(outbox)](std::string message) {
    if (const auto box = weak.lock()) box->send(std::move(message));
  };
  host.post = [weak = std::weak_ptr(queue)](std::function<void()> task) {
    if (const auto turns = weak.lock()) turns->add(std::move(task));
  };
  host.is_open = [weak = std::weak_ptr(outbox)] {
    const auto box = weak.lock();
    return box && box->is_open();
  };
  host.close = [weak = std::weak_ptr(outbox)] {
    if (const auto box = weak.lock()) box->end();
  };
  host.run_apart = [&pool](std::function<void()> work) {
    return pool.add_endless(std::move(work));
  };
  return host;
}

}  // namespace clew
