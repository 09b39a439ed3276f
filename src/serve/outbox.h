// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "serve/message_channel.h"
#include "serve/worker_pool.h"

namespace clew {

// Messages on their way from a channel, which works on the pool, to the loop that sends them.
// Bounded: who sends waits while the peer is slow, except on the loop itself. Thread-safe; made on
// the loop.
class Outbox {
 public:
  // `wake` is called from any thread when there is something to do for the loop.
  Outbox(WorkerPool& pool, std::function<void()> wake)
      : pool_(pool), wake_(std::move(wake)), loop_(std::this_thread::get_id()) {}

  void send(std::string message);
  // Nothing follows what is in it.
  void end();
  // Nobody takes anything any more.
  void close();

  bool is_open() const;
  bool is_ended() const;  // and everything was taken
  bool take(std::string& message);

 private:
  WorkerPool& pool_;
  std::function<void()> wake_;
  const std::thread::id loop_;
  mutable std::mutex mutex_;
  std::condition_variable space_;
  std::deque<std::string> messages_;
  std::size_t bytes_ = 0;
  bool open_ = true;
  bool ending_ = false;
};

// What a channel may ask of a connection that has these two; it may outlive them, but not the pool.
ChannelHost host_of(const std::shared_ptr<Outbox>& outbox,
                    const std::shared_ptr<SerialQueue>& queue, WorkerPool& pool);

}  // namespace clew
