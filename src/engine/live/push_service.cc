// SPDX-License-Identifier: MIT
#include "engine/live/push_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/team/push_sessions.h"
#include "engine/team/team_operation.h"

namespace clew {
namespace {

using Milliseconds = std::chrono::milliseconds;

// Lines of one answer come in bursts; somebody elsewhere waits to see them.
constexpr Milliseconds kPushGather{40};
constexpr Milliseconds kLongestPushPause{30'000};
constexpr Milliseconds kFirstRetry{500};

}  // namespace

PushService::~PushService() {
  if (!thread_.joinable()) return;
  {
    const std::lock_guard lock(mutex_);
    ending_ = true;
  }
  changed_.notify_all();
  thread_.join();
}

void PushService::start(DurableFileSystem& files, EngineOptions options, std::string store,
                        EventBus& events, KeptWorlds& kept,
                        std::function<void(const std::string&)> complain) {
  files_ = &files;
  options_ = std::move(options);
  named_ = std::move(store);
  kept_ = &kept;
  complain_ = std::move(complain);
  subscription_ = events.subscribe({.hidden = true}, [this] {
    const std::lock_guard lock(mutex_);
    something_new_ = true;
    changed_.notify_all();
  });
  thread_ = std::thread([this] { run(); });
}

void PushService::run() {
  Milliseconds retry{0};  // 0: the last push went well
  for (;;) {
    std::unique_lock lock(mutex_);
    if (retry.count() > 0) {
      changed_.wait_for(lock, retry, [this] { return ending_; });
    } else {
      changed_.wait_for(lock, kLongestPushPause, [this] { return something_new_ || ending_; });
      if (!ending_) changed_.wait_for(lock, kPushGather, [this] { return ending_; });
    }
    if (ending_) return;
    something_new_ = false;
    lock.unlock();
    static_cast<void>(subscription_->take());  // that there was one is all that matters
    const auto done = push_once();
    retry = done ? Milliseconds(0) : std::clamp(retry * 2, kFirstRetry, kLongestPushPause);
    if (!done) note(done.error().message);
  }
}

Result<void> PushService::push_once() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  options_.now = std::chrono::duration_cast<Milliseconds>(now).count();
  Engine engine(*files_, options_, {.kept = kept_});
  if (store_ == nullptr) {
    auto opened = open_team_store(engine, named_);
    if (!opened) return opened.error();
    store_ = std::move(*opened);
  }
  const auto report = push_sessions(engine, *store_, {.patience = Milliseconds(0)});
  if (!report) return report.error();
  note(report->findings.empty() ? std::string() : report->findings.front().reason);
  return {};
}

void PushService::note(std::string complaint) {
  if (!complaint.empty() && complaint != last_complaint_) complain_(complaint);
  last_complaint_ = std::move(complaint);
}

}  // namespace clew
