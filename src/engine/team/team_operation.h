// SPDX-License-Identifier: MIT
//
// What `clew team` does beside reading: who is in the team, what of this machine goes there.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/team/push_sessions.h"
#include "engine/team/sent_sessions.h"
#include "team/team_store.h"

namespace clew {

struct TeamInvitation {
  std::string name{};
  std::vector<std::string> scopes{};
  std::string address{};  // with the secret: it is shown once and stored nowhere
  bool again = false;     // they were in the team: their secret before lets nobody in any more
};

// How somebody else comes to a session.
struct TeamLink {
  std::string session{};
  std::string page{};    // its address on the team's page; empty: nobody said where that is
  std::string resume{};  // the command that continues it
};

// A project that is shared, or was and is still there.
struct TeamProjectStatus {
  std::string project{};
  std::string visibility{};
  std::vector<std::string> readers{};
  bool shared = true;  // false: nothing more goes there
  bool redact = true;
  std::int64_t sessions = 0;  // in the store, from this machine
  std::int64_t files = 0;
  std::int64_t bytes = 0;
  TimeMs last = kNoTime;
};

struct TeamStatus {
  std::string machine{};  // what this one is called there
  std::vector<TeamProjectStatus> projects{};
  std::vector<StoredSum> sent{};  // every session that is there
  std::vector<std::string> withheld{};
  PushReport waiting{};  // what the next push would look at
};

struct TeamUnshared {
  std::string project{};  // or
  std::string session{};
  std::int64_t files = 0;  // that were removed from the store
};

struct TeamAnswer {
  std::string store;
  std::string person;
  std::optional<std::int64_t> schema_before{};
  std::optional<TeamInvitation> invited{};
  std::optional<std::string> revoked{};
  std::optional<std::vector<TeamPerson>> people{};
  std::optional<TeamProjectStatus> shared{};
  std::optional<TeamUnshared> unshared{};
  std::optional<std::string> shared_again{};  // a session that had been taken back
  std::optional<TeamLink> link{};
  std::optional<std::vector<TeamBudget>> budgets{};
  std::optional<std::string> page{};
  std::optional<bool> audit{};
  std::optional<PushReport> pushed{};
  std::optional<TeamStatus> status{};
};

using PushProgress = std::function<void(std::int64_t done, std::int64_t all)>;
Result<TeamAnswer> run_team(Engine& engine, const Arguments& arguments,
                            const PushProgress& on_progress);
Result<TeamAnswer> team_answer(Engine& engine, const Arguments& arguments);

// The store that was named (postgres://… or team:), opened with what this machine knows of it.
Result<std::shared_ptr<TeamStore>> open_team_store(const Engine& engine, const std::string& named);

}  // namespace clew
