// SPDX-License-Identifier: MIT
#include "os/clock.h"

#include <chrono>

namespace clew {

TimeMs clock_now() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace clew
