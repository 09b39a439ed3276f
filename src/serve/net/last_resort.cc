// SPDX-License-Identifier: MIT

#include "serve/net/last_resort.h"

#include <unistd.h>

namespace clew {

LastResort::~LastResort() {
  {
    const std::lock_guard lock(mutex_);
    over_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void LastResort::arm() {
  if (!thread_.joinable()) thread_ = std::thread([this] { wait_and_end(); });
}

void LastResort::wait_and_end() {
  std::unique_lock lock(mutex_);
  if (changed_.wait_for(lock, options_.patience, [this] { return over_; })) return;
  lock.unlock();
  writes_->end(options_.for_writes);
  lock.lock();
  if (over_) return;  // the others have come to their end meanwhile
  for (const std::string& path : options_.leftovers) ::unlink(path.c_str());
  ::_exit(options_.exit_code);
}

}  // namespace clew
