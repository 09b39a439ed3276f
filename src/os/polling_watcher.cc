// SPDX-License-Identifier: MIT

#include <condition_variable>
#include <mutex>

#include "os/change_watcher.h"

namespace clew {
namespace {

using Clock = std::chrono::steady_clock;

class PollingWatcher : public ChangeWatcher {
 public:
  explicit PollingWatcher(Milliseconds interval)
      : interval_(interval), next_(Clock::now() + interval) {}

  Result<WatchId> add(const std::string& folder) override {
    static_cast<void>(folder);
    return ++last_id_;
  }
  void remove(WatchId folder) override { static_cast<void>(folder); }
  // It says "look at everything" often enough.
  bool hears_all(const std::string& folder) const override {
    static_cast<void>(folder);
    return true;
  }
  void watch_processes(const std::vector<std::int64_t>& pids) override { static_cast<void>(pids); }

  Result<ChangeBatch> wait(std::optional<Milliseconds> timeout) override {
    const auto now = Clock::now();
    const auto until = timeout && now + *timeout < next_ ? now + *timeout : next_;
    {
      std::unique_lock lock(mutex_);
      wake_.wait_until(lock, until, [this] { return interrupted_; });
      interrupted_ = false;
    }
    ChangeBatch batch;
    if (Clock::now() >= next_) {
      next_ = Clock::now() + interval_;
      batch.lost = true;
    }
    return batch;
  }

  void interrupt() override {
    {
      const std::lock_guard lock(mutex_);
      interrupted_ = true;
    }
    wake_.notify_one();
  }

 private:
  const Milliseconds interval_;
  Clock::time_point next_;
  WatchId last_id_ = 0;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool interrupted_ = false;
};

}  // namespace

std::unique_ptr<ChangeWatcher> make_polling_watcher(ChangeWatcher::Milliseconds interval) {
  return std::make_unique<PollingWatcher>(interval);
}

}  // namespace clew
