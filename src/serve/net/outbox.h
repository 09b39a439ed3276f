// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "serve/call/message_channel.h"
#include "serve/net/worker_pool.h"

namespace clew {

// What the outboxes of a server hold together. Above the bound each may have its share and no more.
class OutboxBudget {
 public:
  static constexpr std::size_t kMost = std::size_t{32} << 20;
  static constexpr std::size_t kShare = std::size_t{64} << 10;

  void add(std::size_t bytes) { used_ += bytes; }
  void remove(std::size_t bytes) { used_ -= bytes; }
  bool is_spent() const { return used_ > kMost; }

 private:
  std::atomic<std::size_t> used_ = 0;
};

// Messages on their way from a channel, which works on the pool, to the loop that sends them.
// Bounded: who sends waits while the peer is slow, and with a large message while all peers
// together are, except on the loop itself. Thread-safe; made on the loop.
class Outbox : public std::enable_shared_from_this<Outbox> {
 public:
  static constexpr std::size_t kMost = std::size_t{1} << 20;

  // `wake` is called from any thread when there is something to do for the loop.
  Outbox(WorkerPool& pool, OutboxBudget& budget, std::function<void()> wake)
      : pool_(pool), budget_(budget), wake_(std::move(wake)), loop_(std::this_thread::get_id()) {}

  // What ends the connection, from any thread, when its peer is too slow for the others. On the
  // loop, before the first message.
  void on_give_up(std::function<void()> end) { end_ = std::move(end); }

  void send(std::string message);
  // Nothing follows what is in it.
  void end();
  // Nobody takes anything any more.
  void close();

  bool is_open() const;
  bool is_ended() const;  // and everything was taken
  bool is_full() const;   // who sends now has to wait
  // The next message; what was taken before has been sent.
  bool take(std::string& message);

 private:
  bool is_full_locked() const;
  bool must_wait_locked(std::size_t bytes) const;
  void wait_for_room(std::size_t bytes);
  void forget_taken_locked();

  WorkerPool& pool_;
  OutboxBudget& budget_;
  std::function<void()> wake_;
  std::function<void()> end_;
  const std::thread::id loop_;
  mutable std::mutex mutex_;
  std::condition_variable space_;
  std::deque<std::string> messages_;
  std::size_t bytes_ = 0;  // with what was taken last
  std::size_t taken_ = 0;
  bool open_ = true;
  bool ending_ = false;
};

// What a channel may ask of a connection that has these two; it may outlive them, but not the pool.
ChannelHost host_of(const std::shared_ptr<Outbox>& outbox,
                    const std::shared_ptr<SerialQueue>& queue, WorkerPool& pool);

}  // namespace clew
