// SPDX-License-Identifier: MIT
#include "engine/live/keep_service.h"

#include <chrono>
#include <utility>

#include "engine/keep/keep_operation.h"
#include "os/clock.h"

namespace clew {
namespace {

// Lines of one answer come in bursts, and the watch reports them within a fraction of a second.
constexpr std::chrono::milliseconds kGather{300};

}  // namespace

void KeepService::start(DurableFileSystem& files, EngineOptions options, EventBus& events,
                        std::function<void(const std::string&)> complain) {
  files_ = &files;
  options_ = std::move(options);
  complain_ = std::move(complain);
  thread_.start(events, {.gather = kGather, .once_more_at_end = true}, [this] {
    keep_once();
    return std::chrono::milliseconds::zero();
  });
}

void KeepService::keep_once() {
  options_.now = clock_now();
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
