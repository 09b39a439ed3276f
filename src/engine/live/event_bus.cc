// SPDX-License-Identifier: MIT
//
// Two locks per queue: one for the events and one around `wake`. The second makes the promise of
// ~Subscription possible (it waits for a running wake) while take() never waits for it.

#include "engine/live/event_bus.h"

#include <algorithm>
#include <utility>

#include "json/described_json.h"

namespace clew {
namespace {

// The same event, counted as long as anybody has it.
std::shared_ptr<const LiveEvent> counted(std::shared_ptr<const LiveEvent> event,
                                         const std::shared_ptr<std::atomic<std::size_t>>& alive) {
  *alive += event->weight();
  const LiveEvent* const bare = event.get();
  return {bare,
          [event = std::move(event), alive](const LiveEvent* gone) { *alive -= gone->weight(); }};
}

std::shared_ptr<const LiveEvent> make_resync(std::uint64_t sequence, std::string_view reason) {
  return std::make_shared<LiveEvent>(sequence, EventDraft{.type = std::string(event_type::kResync),
                                                          .payload = Resync{std::string(reason)}});
}

}  // namespace

LiveEvent::LiveEvent(std::uint64_t number, EventDraft draft)
    : sequence(number),
      type(std::move(draft.type)),
      session(std::move(draft.session)),
      project(std::move(draft.project)),
      file(std::move(draft.file)),
      payload(std::move(draft.payload)),
      held_(session.size() + project.size() + file.size() + (payload ? bytes_of(*payload) : 0)),
      // About as large as what it is made from; names and escapes make it larger.
      most_json_(512 + 2 * held_) {}

std::string LiveEvent::write() const {
  json::Writer out;
  out.begin_object();
  json::write_members(out, EventHead{sequence, type, session, project, file});
  if (payload) std::visit([&out](const auto& more) { json::write_members(out, more); }, *payload);
  out.end_object();
  return out.take();
}

std::shared_ptr<const std::string> LiveEvent::json() const {
  const std::lock_guard lock(mutex_);
  if (json_) return json_;
  auto made = std::make_shared<const std::string>(write());
  if (made->size() <= most_json_) json_ = made;
  return made;
}

bool EventFilter::matches(const LiveEvent& event) const {
  if (event.type == event_type::kResync) return true;
  if (!session.empty() && session != event.session) return false;
  if (!project.empty() && project != event.project) return false;
  if (!file.empty() && file != event.file) return false;
  return types.empty() || std::find(types.begin(), types.end(), event.type) != types.end();
}

struct Subscription::Queue {
  EventFilter filter;
  std::size_t capacity = 0;
  std::size_t max_bytes = 0;

  std::mutex mutex;  // guards these
  std::deque<std::shared_ptr<const LiveEvent>> events;
  std::size_t bytes = 0;
  std::uint64_t overflows = 0;

  std::mutex wake_mutex;  // guards these; taken before `mutex`, never after it
  std::function<void()> wake;
  bool closed = false;

  // True when the queue was empty before.
  bool push(const std::shared_ptr<const LiveEvent>& event) {
    const std::lock_guard lock(mutex);
    const bool was_empty = events.empty();
    if (events.size() >= capacity || (bytes + event->weight() > max_bytes && !was_empty)) {
      overflow_locked(event->sequence);
      return was_empty;
    }
    events.push_back(event);
    bytes += event->weight();
    return was_empty;
  }

  // In place of all that waits: what it says is that this was lost.
  void overflow_locked(std::uint64_t sequence) {
    events.clear();
    ++overflows;
    events.push_back(make_resync(sequence, "this reader was too slow"));
    bytes = events.back()->weight();
  }

  void call_wake() {
    const std::lock_guard lock(wake_mutex);
    if (!closed && wake) wake();
  }
};

Subscription::~Subscription() {
  const std::lock_guard lock(queue_->wake_mutex);
  queue_->closed = true;
  queue_->wake = nullptr;
}

std::vector<std::shared_ptr<const LiveEvent>> Subscription::take(std::size_t most) {
  const std::lock_guard lock(queue_->mutex);
  auto& waiting = queue_->events;
  std::vector<std::shared_ptr<const LiveEvent>> taken;
  for (std::size_t bytes = 0; !waiting.empty() && (taken.empty() || bytes < most);) {
    bytes += waiting.front()->weight();
    queue_->bytes -= waiting.front()->weight();
    taken.push_back(std::move(waiting.front()));
    waiting.pop_front();
  }
  return taken;
}

std::uint64_t Subscription::overflows() const {
  const std::lock_guard lock(queue_->mutex);
  return queue_->overflows;
}

EventBus::EventBus(EventBusOptions options)
    : options_(std::move(options)),
      alive_(std::make_shared<std::atomic<std::size_t>>(0)),
      last_(options_.first_sequence) {}

EventBus::~EventBus() = default;

std::uint64_t EventBus::publish(EventDraft draft) {
  return publish_locked(std::move(draft), std::unique_lock(mutex_));
}

std::uint64_t EventBus::publish_resync(std::string_view reason) {
  return publish(
      {.type = std::string(event_type::kResync), .payload = Resync{std::string(reason)}});
}

std::uint64_t EventBus::publish_locked(EventDraft draft, std::unique_lock<std::mutex> lock) {
  const EventPtr event = counted(std::make_shared<LiveEvent>(++last_, std::move(draft)), alive_);
  remember(event);
  // Queues whose subscription is gone are held by nobody but us.
  std::erase_if(queues_, [](const auto& queue) { return queue.use_count() == 1; });
  std::vector<std::shared_ptr<Subscription::Queue>> to_wake;
  const bool hidden = !queues_.empty() && is_hidden(*event);
  for (const auto& queue : queues_) {
    if (hidden && !queue->filter.takes_hidden()) continue;
    if (queue->filter.matches(*event) && queue->push(event)) to_wake.push_back(queue);
  }
  drop_slowest();
  lock.unlock();
  for (const auto& queue : to_wake) queue->call_wake();
  return event->sequence;
}

// A reader who stands still keeps what others have long read. What he must start again with is
// little.
void EventBus::drop_slowest() {
  while (*alive_ > options_.unread_bytes + kept_bytes_) {
    Subscription::Queue* slowest = nullptr;
    std::size_t most = 0;
    for (const auto& queue : queues_) {
      const std::lock_guard lock(queue->mutex);
      if (queue->events.size() < 2 || queue->bytes <= most) continue;
      most = queue->bytes;
      slowest = queue.get();
    }
    if (slowest == nullptr) return;
    const std::lock_guard lock(slowest->mutex);
    slowest->overflow_locked(last_);
  }
}

bool EventBus::is_hidden(const LiveEvent& event) const {
  return options_.is_hidden && event.type != event_type::kResync &&
         options_.is_hidden(event.head());
}

void EventBus::remember(EventPtr event) {
  kept_bytes_ += event->weight();
  kept_.push_back(std::move(event));
  while (!kept_.empty() &&
         (kept_.size() > options_.kept_events || kept_bytes_ > options_.kept_bytes)) {
    kept_bytes_ -= kept_.front()->weight();
    kept_.pop_front();
  }
}

std::shared_ptr<Subscription> EventBus::subscribe(EventFilter filter, std::function<void()> wake,
                                                  std::size_t capacity,
                                                  std::optional<std::uint64_t> after) {
  auto queue = std::make_shared<Subscription::Queue>();
  queue->filter = std::move(filter);
  queue->wake = std::move(wake);
  queue->capacity = std::max<std::size_t>(capacity, 2);  // a resync and what follows it
  queue->max_bytes = options_.queued_bytes;
  std::unique_lock lock(mutex_);
  if (after && *after != last_) {
    const bool have_all = *after < last_ && !kept_.empty() && kept_.front()->sequence <= *after + 1;
    if (!have_all) {
      queue->push(make_resync(last_, "the events since then are no longer known"));
    } else {
      for (const EventPtr& event : kept_) {
        if (event->sequence <= *after || !queue->filter.matches(*event)) continue;
        if (queue->filter.takes_hidden() || !is_hidden(*event)) queue->push(event);
      }
    }
  }
  queues_.push_back(queue);
  lock.unlock();
  std::shared_ptr<Subscription> subscription(new Subscription(std::move(queue)));
  if (options_.wanted) options_.wanted();
  return subscription;
}

std::uint64_t EventBus::last_sequence() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

std::size_t EventBus::subscribers() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::size_t>(std::count_if(
      queues_.begin(), queues_.end(), [](const auto& queue) { return queue.use_count() > 1; }));
}

}  // namespace clew
