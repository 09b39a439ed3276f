// SPDX-License-Identifier: MIT

#include "serve/net/rate_limit.h"

#include <algorithm>

namespace clew {

bool RateLimit::has(const std::string& who, Clock::time_point now) const {
  return wait(who, now) == std::chrono::milliseconds(0);
}

std::chrono::milliseconds RateLimit::wait(const std::string& who, Clock::time_point now) const {
  const auto known = full_at_.find(who);
  if (known == full_at_.end()) return std::chrono::milliseconds(0);
  const auto over = known->second + each_ - (now + whole_);
  return std::max(std::chrono::milliseconds(0), std::chrono::ceil<std::chrono::milliseconds>(over));
}

bool RateLimit::take(const std::string& who, Clock::time_point now) {
  if (!has(who, now)) return false;
  if (full_at_.size() >= kMostKnown) {
    std::erase_if(full_at_, [now](const auto& one) { return one.second <= now; });
    // Somebody comes from more places than there are people: the oldest are forgotten.
    if (full_at_.size() >= kMostKnown) full_at_.erase(full_at_.begin());
  }
  auto& full_at = full_at_.try_emplace(who, now).first->second;
  full_at = std::max(full_at, now) + each_;
  return true;
}

void RateLimit::give_back(const std::string& who) {
  if (const auto known = full_at_.find(who); known != full_at_.end()) known->second -= each_;
}

}  // namespace clew
