// SPDX-License-Identifier: MIT
#include "keep/frame_cache.h"

namespace clew {

FramePointer FrameCache::find(const FrameKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = frames_.find(key);
  if (found == frames_.end()) return nullptr;
  used_.splice(used_.begin(), used_, found->second.used);
  return found->second.frame;
}

void FrameCache::add(const FrameKey& key, FramePointer frame) {
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = frames_.try_emplace(key);
  if (!is_new) return;  // another thread was faster
  used_.push_front(key);
  size_ += frame->bytes().size();
  at->second = {std::move(frame), used_.begin()};
  while (size_ > most_ && used_.size() > 1) {
    const auto oldest = frames_.find(used_.back());
    size_ -= oldest->second.frame->bytes().size();
    frames_.erase(oldest);
    used_.pop_back();
  }
}

}  // namespace clew
