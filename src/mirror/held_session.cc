// SPDX-License-Identifier: MIT
#include "mirror/held_session.h"

#include <thread>
#include <utility>

namespace clew {

Result<SessionLocks::Held> SessionLocks::hold(const StoreKey& key, Reach reach,
                                              std::chrono::milliseconds patience) {
  const std::size_t number = StorePlaces::lock_of(key);
  constexpr auto kPause = std::chrono::milliseconds(2);
  const auto end = std::chrono::steady_clock::now() + patience;
  const Error busy{ErrorCode::kBusy,
                   "others write to this session or to one that shares its lock; try again"};
  std::unique_lock here(mutexes_[number], end);
  if (!here.owns_lock()) return busy;
  if (reach == Reach::kHere) return Held(std::move(here), nullptr);
  for (;;) {
    auto there = files_.lock(places_.lock(number));
    if (there) return Held(std::move(here), std::move(*there));
    if (there.error().code != ErrorCode::kBusy) return there.error();
    if (std::chrono::steady_clock::now() > end) return busy;
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace clew
