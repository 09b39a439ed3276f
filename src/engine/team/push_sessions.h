// SPDX-License-Identifier: MIT
//
// From what is shared on this machine to the team's store. The files themselves, and the keep
// behind them, are the queue of what was not sent yet: while the store is away nothing is gathered
// elsewhere, and the next push finds what is missing by comparing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "engine/engine.h"
#include "team/file_push.h"
#include "team/shared_projects.h"
#include "team/team_store.h"
#include "transcript/finding.h"

namespace clew {

struct PushOptions {
  bool dry_run = false;
  // How long a store that is away is waited for, in all.
  std::chrono::milliseconds patience{60'000};
  std::function<void(std::int64_t done, std::int64_t all)> on_progress{};  // sessions
};

// What was sent, or would be.
struct PushReport {
  std::int64_t projects = 0;  // that are shared
  std::int64_t sessions = 0;  // of these, that may go
  std::int64_t pushed = 0;    // of which something was sent; in a dry run: that changed
  std::int64_t hidden = 0;    // that did not go because they are hidden here
  std::int64_t withheld = 0;  // or were taken back with unshare
  PushCount count{};
  Findings findings{};  // what could not be read; nothing of such a session was sent
};

// Sends what is new of the shared projects. An error when the store cannot be reached or refuses;
// then all that was sent before stays, and the next push continues there.
Result<PushReport> push_sessions(Engine& engine, TeamStore& store, const PushOptions& options);

// What this machine is called in the store; made when it has no name yet.
Result<std::string> machine_in_team(Engine& engine);

}  // namespace clew
