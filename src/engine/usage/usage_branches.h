// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/engine.h"
#include "usage/report.h"

namespace clew {

struct UsageLedger;

// What was paid for conversation that goes on, and what for branches that were left behind. A
// response is active when it is on the branch that `claude --resume` goes on from (rules of 2.1);
// else it belongs to the newest branch that holds it. Subagents belong where the call stands that
// started them; those of which nothing tells are unattached.
//
// For one session a line for each branch; for several one each for active, abandoned and
// unattached.
UsageReport report_branches(Engine& engine, const UsageLedger& source,
                            const std::vector<std::size_t>& responses);

}  // namespace clew
