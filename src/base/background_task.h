// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <thread>

namespace clew {

// Runs `work` beside the caller; where the system gives no more threads, before the constructor
// returns. The destructor waits for it. The work must not throw.
class BackgroundTask {
 public:
  explicit BackgroundTask(const std::function<void()>& work);
  void wait();

 private:
  std::jthread thread_;
};

}  // namespace clew
