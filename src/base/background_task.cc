// SPDX-License-Identifier: MIT
#include "base/background_task.h"

#include <system_error>

namespace clew {

BackgroundTask::BackgroundTask(const std::function<void()>& work) {
  try {
    thread_ = std::jthread(work);
  } catch (const std::system_error&) {
    work();
  }
}

void BackgroundTask::wait() {
  if (thread_.joinable()) thread_.join();
}

}  // namespace clew
