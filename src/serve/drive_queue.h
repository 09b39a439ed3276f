// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <string>

namespace clew {

// Brings the events of a driven claude, as JSON, from its thread to a channel. Bounded: while the
// peer is slow the program waits, and when it stays slow, pieces of text are left out, which come
// again with the whole message.
class DriveQueue {
 public:
  // `wake` is called when something waits in a queue that was empty.
  explicit DriveQueue(std::function<void()> wake) : wake_(std::move(wake)) {}

  // From the thread of the conversation.
  void push(std::string event, bool may_be_lost);
  // All that waits.
  std::deque<std::string> take();
  // Nobody will take anything any more.
  void close();

 private:
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable taken_;
  std::deque<std::string> events_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};

}  // namespace clew
