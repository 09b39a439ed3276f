// SPDX-License-Identifier: MIT
#include "engine/live/keep_service.h"

#include <chrono>
#include <utility>

#include "engine/keep/keep_operation.h"

namespace clew {
namespace {

// Lines of one answer come in bursts, and the watch reports them within a fraction of a second.
constexpr std::chrono::milliseconds kGather{300};
constexpr std::chrono::seconds kLongestPause{30};

}  // namespace

KeepService::~KeepService() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void KeepService::start(DurableFileSystem& files, EngineOptions options, EventBus& events,
                        std::function<void(const std::string&)> complain) {
  files_ = &files;
  options_ = std::move(options);
  complain_ = std::move(complain);
  subscription_ = events.subscribe({.hidden = true}, [this] {
    const std::lock_guard lock(mutex_);
    something_new_ = true;
    changed_.notify_all();
  });
  thread_ = std::thread([this] { run(); });
}

void KeepService::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kLongestPause, [this] { return something_new_ || ending_; });
    if (something_new_ && !ending_) changed_.wait_for(lock, kGather, [this] { return ending_; });
    something_new_ = false;
    const bool last = ending_;
    lock.unlock();
    static_cast<void>(subscription_->take());  // that there was one is all that matters
    keep_once();
    if (last) return;
  }
}

void KeepService::keep_once() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  options_.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  Engine engine(*files_, options_, {.kept = &worlds_});
  const auto report = keep_now(engine, /*dry_run=*/false);
  std::string complaint;
  if (!report) {
    complaint = report.error().message;
  } else if (!report->findings.empty()) {
    complaint = report->findings.front().reason;
  }
  if (!complaint.empty() && complaint != last_complaint_) complain_(complaint);
  last_complaint_ = std::move(complaint);
}

}  // namespace clew
