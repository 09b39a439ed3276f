// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>

#include "engine/drive/driven_conversations.h"
#include "serve/acp/acp_updates.h"

namespace clew {

// An event of a driven claude that outlives its delivery.
struct DrivenEvent {
  drive::Event event;                 // without the message, which looks into the conversation
  std::optional<AcpMessage> message;  // of a MessageUpdate

  static DrivenEvent of(const drive::Event& event);
  std::size_t bytes() const;  // of its texts, roughly
};

// Brings the events of a driven claude from its thread to a channel. Bounded: while the
// peer is slow the program waits, and when it stays slow, pieces of text are left out, which come
// again with the whole message.
class DriveQueue {
 public:
  // `wake` is called when something waits in a queue that was empty.
  explicit DriveQueue(std::function<void()> wake) : wake_(std::move(wake)) {}

  // From the thread of the conversation.
  void push(DrivenEvent event);
  // All that waits.
  std::deque<DrivenEvent> take();
  // Nobody will take anything any more.
  void close();

 private:
  std::function<void()> wake_;
  std::mutex mutex_;
  std::condition_variable taken_;
  std::deque<DrivenEvent> events_;
  std::size_t bytes_ = 0;
  bool closed_ = false;
};

}  // namespace clew
