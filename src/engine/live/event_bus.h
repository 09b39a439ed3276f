// SPDX-License-Identifier: MIT
//
// What happens while Clew runs, told to whoever listens: sessions that appear, grow and end
// (live.h) and conversations that Clew itself drives. One bus per process; all calls are
// thread-safe.
//
// Nobody can make the bus slow or large. Publishing never waits for a reader: each subscription has
// a queue with a bound on events and on bytes, and a reader who falls behind loses the queue and
// finds one "resync" in its place, which says: read the state again, what follows is whole. The bus
// itself remembers the last events, with the same two bounds, for readers who come back.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/described.h"
#include "engine/live/live_answers.h"

namespace clew {

// The kinds of events; the fields of each are in docs/live.md.
namespace event_type {
inline constexpr std::string_view kSessionAdded = "session.added";
inline constexpr std::string_view kSessionChanged = "session.changed";
inline constexpr std::string_view kSessionAppended = "session.appended";
inline constexpr std::string_view kSessionBranch = "session.branch";
inline constexpr std::string_view kSessionRemoved = "session.removed";
inline constexpr std::string_view kSessionRunning = "session.running";
inline constexpr std::string_view kDrive = "drive";
inline constexpr std::string_view kResync = "resync";
inline constexpr std::string_view kTailStart = "tail.start";
}  // namespace event_type

// What every event has.
struct EventHead {
  std::uint64_t sequence = 0;
  std::string_view type;
  std::string_view session;
  std::string_view project;
  std::string_view file;
};
inline constexpr std::string_view kEventTypes[] = {
    event_type::kSessionAdded,  event_type::kSessionChanged, event_type::kSessionAppended,
    event_type::kSessionBranch, event_type::kSessionRemoved, event_type::kSessionRunning,
    event_type::kDrive,         event_type::kResync,         event_type::kTailStart};
template <>
inline constexpr auto kDescription<EventHead> =
    describe("EventHead", "what every event has",
             field("type", "what happened", one_of<kEventTypes>(&EventHead::type)),
             field("sequence", "its number, which grows", &EventHead::sequence),
             field_if_any("session", "the session's id", &EventHead::session),
             field_if_any("project", "the folder it works in", &EventHead::project),
             field_if_any("file", "the transcript", &EventHead::file));

// An event before it has a number. The session is an id, empty when the event is of none; the
// project is the folder that it stands for, its key where that is unknown; the file a transcript.
struct EventDraft {
  std::string type;
  std::string session = {};
  std::string project = {};
  std::string file = {};
  std::optional<EventPayload> payload = {};  // what its kind adds
};

class LiveEvent {
 public:
  LiveEvent(std::uint64_t number, EventDraft draft);

  const std::uint64_t sequence;
  const std::string type;
  const std::string session;
  const std::string project;
  const std::string file;
  const std::optional<EventPayload> payload;

  // What its kind adds; null for other kinds.
  template <class T>
  const T* as() const {
    return payload ? std::get_if<T>(&*payload) : nullptr;
  }
  EventHead head() const { return {sequence, type, session, project, file}; }
  // The whole event as one JSON object: "type", "sequence", then "session", "project" and "file"
  // where known, then what its kind adds. Ends without a newline. Made when first asked for, and
  // kept unless it is larger than weight() allows for. Thread-safe.
  std::shared_ptr<const std::string> json() const;
  // Bytes that it takes at most, with its JSON.
  std::size_t weight() const { return sizeof(LiveEvent) + held_ + most_json_; }

 private:
  std::string write() const;

  std::size_t held_;          // by the members above
  std::size_t most_json_;     // that is kept
  mutable std::mutex mutex_;  // guards what follows
  mutable std::shared_ptr<const std::string> json_;
};
// What an event looks like, for documents.
struct ShownEvent {
  EventHead head;
  EventPayload payload;
};
template <>
inline constexpr auto kDescription<ShownEvent> = describe("Event", "something that happened",
                                                          all_of(&ShownEvent::head),
                                                          all_of(&ShownEvent::payload));

// Which events to hear. What is empty does not restrict; "resync" always passes.
struct EventFilter {
  std::string session = {};
  std::string project = {};
  std::string file = {};
  std::vector<std::string> types = {};
  bool hidden = false;  // also what a person hid

  // Who names a session is told of it all the same.
  bool takes_hidden() const { return hidden || !session.empty() || !file.empty(); }
  bool matches(const LiveEvent& event) const;
};

class EventBus;

// One reader's queue. Its destructor ends it: after that, the reader's `wake` is not running and
// never called again. May outlive the bus.
class Subscription {
 public:
  ~Subscription();
  Subscription(const Subscription&) = delete;
  Subscription& operator=(const Subscription&) = delete;

  // What is waiting, oldest first; empty when there is nothing. `most`: no more than so many bytes,
  // but at least one event, for a reader who makes copies.
  std::vector<std::shared_ptr<const LiveEvent>> take(std::size_t most = SIZE_MAX);
  // How often this reader lost its queue.
  std::uint64_t overflows() const;

 private:
  friend class EventBus;
  struct Queue;
  explicit Subscription(std::shared_ptr<Queue> queue) : queue_(std::move(queue)) {}

  std::shared_ptr<Queue> queue_;
};

struct EventBusOptions {
  // Sequence numbers follow this one. A server gives the time in microseconds, so that the numbers
  // of its last run are older than all of this one: a reader who comes back gets a resync.
  std::uint64_t first_sequence = 0;
  std::size_t kept_events = 4096;
  std::size_t kept_bytes = std::size_t{16} << 20;
  std::size_t queued_bytes = std::size_t{16} << 20;  // per subscription
  // Of all events that anybody still has to read. Above it whoever is furthest behind starts again.
  std::size_t unread_bytes = std::size_t{64} << 20;
  // Whether an event is of something that a person hid (hidden_events.h). Asked for each event, and
  // again for those of before whom somebody comes back for. Must not call the bus.
  std::function<bool(const EventHead&)> is_hidden = {};
  // Called after each subscription, once it hears everything: for who makes events only when
  // somebody listens. May call the bus.
  std::function<void()> wanted = {};
};

class EventBus {
 public:
  explicit EventBus(EventBusOptions options = {});
  ~EventBus();
  EventBus(const EventBus&) = delete;
  EventBus& operator=(const EventBus&) = delete;

  // Numbers the event and gives it to all whom it concerns. Returns its number.
  std::uint64_t publish(EventDraft draft);

  // Tells all readers to read the state again: something was lost before it became an event.
  std::uint64_t publish_resync(std::string_view reason);

  // `wake` is called from the publisher's thread when something waits in a queue that was empty; it
  // must be cheap, and may call neither the bus nor the subscription. `after`: first all events
  // with higher numbers, or a resync when the bus no longer has them all; `wake` is not called for
  // these, so take() once after subscribing.
  std::shared_ptr<Subscription> subscribe(EventFilter filter, std::function<void()> wake,
                                          std::size_t capacity = 1024,
                                          std::optional<std::uint64_t> after = std::nullopt);

  // Number of the last event.
  std::uint64_t last_sequence() const;
  // How many readers there are.
  std::size_t subscribers() const;
  // Of all events that the bus or a reader still has.
  std::size_t bytes() const { return *alive_; }

 private:
  using EventPtr = std::shared_ptr<const LiveEvent>;

  std::uint64_t publish_locked(EventDraft draft, std::unique_lock<std::mutex> lock);
  void remember(EventPtr event);
  void drop_slowest();
  bool is_hidden(const LiveEvent& event) const;

  const EventBusOptions options_;
  const std::shared_ptr<std::atomic<std::size_t>> alive_;  // bytes of all events that exist
  mutable std::mutex mutex_;
  std::uint64_t last_;
  std::deque<EventPtr> kept_;  // without gaps, ends with last_
  std::size_t kept_bytes_ = 0;
  std::vector<std::shared_ptr<Subscription::Queue>> queues_;
};

}  // namespace clew
