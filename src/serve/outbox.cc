// SPDX-License-Identifier: MIT

#include "serve/outbox.h"

namespace clew {
namespace {

constexpr std::size_t kMaxQueuedBytes = std::size_t{4} << 20;

}  // namespace

void Outbox::send(std::string message) {
  {
    std::unique_lock lock(mutex_);
    const auto can_go_on = [this] { return !open_ || bytes_ < kMaxQueuedBytes; };
    if (!can_go_on() && std::this_thread::get_id() != loop_) {
      const WorkerPool::Blocking blocking(pool_);
      space_.wait(lock, can_go_on);
    }
    if (!open_ || ending_) return;
    bytes_ += message.size();
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

bool Outbox::take(std::string& message) {
  {
    const std::lock_guard lock(mutex_);
    if (messages_.empty()) return false;
    message = std::move(messages_.front());
    messages_.pop_front();
    bytes_ -= message.size();
  }
  space_.notify_all();
  return true;
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
