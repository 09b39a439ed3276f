// SPDX-License-Identifier: MIT
//
// What belongs to a session besides its transcript: todos, how long it will be kept, whether it
// runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/beside/todos.h"
#include "catalog/facts/session_facts.h"
#include "catalog/list/continuations.h"
#include "catalog/list/live_registry.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "usage/report.h"

namespace clew {

struct SessionInfo {
  SessionFacts facts;
  std::string root;
  std::optional<LiveSession> running;
  std::optional<std::int64_t> days_left;  // until the CLI removes it; nothing: it did already
  std::string machine;                    // the other one that has kept it
  std::int64_t cleanup_period = 0;        // days
  std::int64_t branches = 0;
  std::int64_t subagents = 0;
  std::int64_t todo_lists = 0;
  std::optional<Tally> usage;          // nothing: not asked for
  std::int64_t answers_ms = -1;        // how long answers took, where lines say so (old versions)
  std::string edited_from;             // the session that this is, with another first prompt
  std::vector<std::string> edited_as;  // sessions that are this one with another first prompt
  Continuations continuations;         // sessions before and after it, by the old compaction
  std::string plan;                    // the file of its plan, if there is one
  std::string timeline;                // folder of a desktop client's checkpoints, if there is one
};

// Without what it used.
Result<SessionInfo> open_info(Engine& engine, const Arguments& arguments);

Result<TodoLists> open_todos(Engine& engine, const Arguments& arguments);

}  // namespace clew
