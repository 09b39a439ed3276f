// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

// Secrets for links that others can see, as in a list of processes: each opens the page once, soon,
// and only for a browser of the same user. Thread-safe.
class LoginCodes {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kLifetime{60};
  static constexpr std::size_t kMost = 16;  // more push out the oldest

  Result<std::string> make(Clock::time_point now);
  // True once, for a code that is still good, when `is_own_user` says yes. A no leaves the code to
  // its owner; it is not asked about codes that are not ours.
  bool redeem(std::string_view code, Clock::time_point now,
              const std::function<bool()>& is_own_user);

 private:
  struct Code {
    std::string secret;
    Clock::time_point until;
  };
  std::mutex mutex_;
  std::vector<Code> codes_;
};

}  // namespace clew
