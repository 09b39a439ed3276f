// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/layout/kept_places.h"
#include "catalog/list/session_names.h"
#include "engine/engine.h"
#include "team/shared_projects.h"
#include "team/team_store.h"
#include "transcript/finding.h"

namespace clew {

// A folder of sessions that goes to the store.
struct PlannedProject {
  TeamProject project{};
  SharedProject shared{};
};

struct PlannedSession {
  NamedSession session;
  std::vector<RootFile> files{};  // the transcript comes last
  std::size_t project = 0;        // of the plan
  std::string place{};            // see session_place()
  std::uint64_t look = 0;         // how all of it looks: the same while nothing changed
};

// Everything of this machine that may go, whether it went already or not.
struct PushPlan {
  std::vector<PlannedProject> projects;
  std::vector<PlannedSession> sessions;
  std::int64_t hidden = 0;    // sessions that do not go because they are hidden here,
  std::int64_t withheld = 0;  // or because they were taken back
  Findings findings;
};
Result<PushPlan> plan_push(Engine& engine, const SharedList& shared, const std::string& machine);

}  // namespace clew
