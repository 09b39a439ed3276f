// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "engine/live/event_bus.h"
#include "serve/call/message_channel.h"

namespace clew {

// Brings events of the bus to a channel: the publisher only wakes it, the events are taken in turn
// with the channel's messages. Ends with its last owner; owned and used by one channel.
class EventFeed : public std::enable_shared_from_this<EventFeed> {
 public:
  using Take = std::function<void(const LiveEvent&)>;

  static std::shared_ptr<EventFeed> make(EventBus& bus, EventFilter filter, const ChannelHost& host,
                                         std::optional<std::uint64_t> after, Take take);

  // Takes what waits now. The owner calls it once after it has said that it listens.
  void drain();

 private:
  explicit EventFeed(Take take) : take_(std::move(take)) {}

  Take take_;
  std::shared_ptr<Subscription> subscription_;
};

}  // namespace clew
