// SPDX-License-Identifier: MIT

#include "serve/call/event_feed.h"

namespace clew {

std::shared_ptr<EventFeed> EventFeed::make(EventBus& bus, EventFilter filter,
                                           const ChannelHost& host,
                                           std::optional<std::uint64_t> after, Take take) {
  std::shared_ptr<EventFeed> feed(new EventFeed(std::move(take)));
  const std::weak_ptr<EventFeed> weak = feed;
  const auto wake = [weak, post = host.post] {
    post([weak] {
      if (const auto here = weak.lock()) here->drain();
    });
  };
  feed->subscription_ = bus.subscribe(std::move(filter), wake, 1024, after);
  return feed;
}

void EventFeed::drain() {
  const auto keep = shared_from_this();  // `take_` may drop the feed
  for (const auto& event : subscription_->take()) take_(*event);
}

}  // namespace clew
