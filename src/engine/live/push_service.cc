// SPDX-License-Identifier: MIT
#include "engine/live/push_service.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/team/push_sessions.h"
#include "engine/team/team_operation.h"
#include "os/clock.h"

namespace clew {
namespace {

using Milliseconds = std::chrono::milliseconds;

// Lines of one answer come in bursts; somebody elsewhere waits to see them.
constexpr Milliseconds kPushGather{40};
constexpr Milliseconds kLongestRetry{30'000};
constexpr Milliseconds kFirstRetry{500};

}  // namespace

void PushService::start(DurableFileSystem& files, EngineOptions options, std::string store,
                        EventBus& events, KeptWorlds& kept,
                        std::function<void(const std::string&)> complain) {
  files_ = &files;
  options_ = std::move(options);
  named_ = std::move(store);
  kept_ = &kept;
  complain_ = std::move(complain);
  thread_.start(events, {.gather = kPushGather}, [this] { return push(); });
}

Milliseconds PushService::push() {
  const auto done = push_once();
  retry_ = done ? Milliseconds(0) : std::clamp(retry_ * 2, kFirstRetry, kLongestRetry);
  if (!done) note(done.error().message);
  return retry_;
}

Result<void> PushService::push_once() {
  options_.now = clock_now();
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
