// SPDX-License-Identifier: MIT
//
// Sessions with what they used. The figures are those of `usage` for the session: one ledger, one
// rule, so that no response is counted in two sessions.
#pragma once

#include "engine/lists/session_list.h"
#include "engine/read/conversation_answers.h"
#include "engine/read/session_extras.h"

namespace clew {

Result<SessionListing> list_answer(Engine& engine, const Arguments& arguments);
Result<SessionInfo> info_answer(Engine& engine, const Arguments& arguments);
Result<StatsAnswer> stats_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
