// SPDX-License-Identifier: MIT

#include "serve/http/response_stream.h"

#include <utility>

namespace clew {

bool ResponseStream::ready_locked() const {
  if (outcome_ || cancelled_) return true;
  return streaming_ ? !bytes_.empty() : false;
}

bool ResponseStream::can_go_on_locked() const {
  return cancelled_ || bytes_.size() < kFull || hold_ == Hold::kAll;
}

bool ResponseStream::write(std::string_view piece) {
  std::unique_lock lock(mutex_);
  if (!can_go_on_locked()) {
    const std::size_t held = bytes_.size();
    lock.unlock();
    const auto give_up = [weak = weak_from_this()] {
      const auto self = weak.lock();
      if (!self) return;
      self->cancel();
      self->wake_();
    };
    const WorkerPool::Blocking blocking(pool_, give_up, held);
    lock.lock();
    space_.wait(lock, [this] { return can_go_on_locked(); });
    lock.unlock();
  }
  if (!lock.owns_lock()) lock.lock();
  if (cancelled_) return false;
  const bool was_ready = ready_locked();
  bytes_ += piece;
  if (hold_ == Hold::kNothing || (hold_ == Hold::kSmall && bytes_.size() > kHold)) {
    streaming_ = true;
  }
  const bool now_ready = ready_locked();
  lock.unlock();
  if (now_ready && !was_ready) wake_();
  return true;
}

void ResponseStream::finish(Result<Outcome> outcome) {
  {
    const std::lock_guard lock(mutex_);
    outcome_ = std::move(outcome);
    if (cancelled_) return;
  }
  wake_();
}

void ResponseStream::set_tag(std::string tag) {
  const std::lock_guard lock(mutex_);
  tag_ = std::move(tag);
}

void ResponseStream::finish_unchanged() {
  {
    const std::lock_guard lock(mutex_);
    unchanged_ = true;
  }
  finish(Outcome::kFound);
}

bool ResponseStream::is_cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

bool ResponseStream::ready() const {
  const std::lock_guard lock(mutex_);
  return ready_locked();
}

ResponseStream::Piece ResponseStream::take() {
  Piece piece;
  {
    const std::lock_guard lock(mutex_);
    piece.bytes = std::exchange(bytes_, {});
    piece.tag = tag_;
    piece.unchanged = unchanged_;
    if (cancelled_) {
      piece.last = true;
      piece.error = Error{ErrorCode::kCancelled, "cancelled"};
    } else if (outcome_) {
      piece.last = true;
      if (*outcome_)
        piece.outcome = **outcome_;
      else
        piece.error = outcome_->error();
    }
  }
  space_.notify_all();
  return piece;
}

void ResponseStream::cancel() {
  {
    const std::lock_guard lock(mutex_);
    cancelled_ = true;
    bytes_.clear();
  }
  space_.notify_all();
}

}  // namespace clew
