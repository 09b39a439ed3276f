// SPDX-License-Identifier: MIT

#include "serve/acp/drive_queue.h"

#include <chrono>
#include <utility>

namespace clew {
namespace {

constexpr std::size_t kMostBytes = std::size_t{8} << 20;
constexpr std::chrono::seconds kPatience{5};

}  // namespace

DrivenEvent DrivenEvent::of(const drive::Event& event) {
  const auto* update = std::get_if<drive::MessageUpdate>(&event.what);
  if (!update) return {event, std::nullopt};
  return {{event.session, event.parent_tool, drive::MessageUpdate{}},
          acp_message(ShownMessage(*update->transcript, update->message))};
}

std::size_t DrivenEvent::bytes() const {
  constexpr std::size_t kSmall = 256;
  if (const auto* delta = std::get_if<drive::Delta>(&event.what)) return delta->text.size();
  if (!message) return kSmall;
  std::size_t bytes = kSmall + message->text.size() + message->thought.size();
  for (const ToolCall& tool : message->tools) {
    bytes += tool.input.size() + tool.result.size() + tool.structured.size();
  }
  return bytes;
}

void DriveQueue::push(DrivenEvent event) {
  const bool may_be_lost = std::holds_alternative<drive::Delta>(event.event.what);
  std::unique_lock lock(mutex_);
  const auto has_room = [this] { return closed_ || bytes_ < kMostBytes; };
  const bool room = taken_.wait_for(lock, kPatience, has_room);
  if (closed_ || (!room && may_be_lost)) return;
  bytes_ += event.bytes();
  events_.push_back(std::move(event));
  const bool was_empty = events_.size() == 1;
  lock.unlock();
  if (was_empty) wake_();
}

std::deque<DrivenEvent> DriveQueue::take() {
  const std::lock_guard lock(mutex_);
  bytes_ = 0;
  taken_.notify_all();
  return std::exchange(events_, {});
}

void DriveQueue::close() {
  const std::lock_guard lock(mutex_);
  closed_ = true;
  events_.clear();
  taken_.notify_all();
}

}  // namespace clew
