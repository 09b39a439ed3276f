// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

namespace clew {

// How often somebody may do something: some at once, and then so many in a time. For one thread.
class RateLimit {
 public:
  using Clock = std::chrono::steady_clock;

  RateLimit(std::size_t at_once, std::chrono::milliseconds each)
      : whole_(each * static_cast<int>(at_once)), each_(each) {}

  // Takes one; false when none is left.
  bool take(const std::string& who, Clock::time_point now);
  // What was taken counts for nothing.
  void give_back(const std::string& who);
  // Whether one is left.
  bool has(const std::string& who, Clock::time_point now) const;
  // Until one is left again.
  std::chrono::milliseconds wait(const std::string& who, Clock::time_point now) const;

 private:
  static constexpr std::size_t kMostKnown = 16384;

  const std::chrono::milliseconds whole_;
  const std::chrono::milliseconds each_;
  // When everything is there again. Who is not here has everything.
  std::map<std::string, Clock::time_point> full_at_;
};

}  // namespace clew
