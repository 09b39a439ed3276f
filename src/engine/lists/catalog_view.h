// SPDX-License-Identifier: MIT
//
// What projects, prompts, agents and ghosts show, for text and JSON alike.
#pragma once

#include <vector>

#include "catalog/beside/prompt_history.h"
#include "catalog/list/projects.h"
#include "catalog/list/sessions.h"
#include "catalog/list/subagents.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"

namespace clew {

struct ProjectsView {
  SessionList list;
  std::vector<Project> projects;
};
Result<ProjectsView> open_projects(Engine& engine, const Arguments& arguments);

Result<PromptHistory> open_prompts(Engine& engine, const Arguments& arguments);

// Joined with the calls that started them; warm-ups only when asked for.
Result<Subagents> open_agents(Engine& engine, const Arguments& arguments);

}  // namespace clew
