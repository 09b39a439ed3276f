// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "engine/usage/usage_view.h"

namespace clew {

// Whose the responses are: by person, by machine, or by the repository that was worked in (its
// remote; where none is known, the folder). Dearest first. Each response is once in it, with the
// file that owns it in the ledger.
bool is_usage_origin(std::string_view kind);  // people, machines, repositories
UsageReport report_origins(Engine& engine, const UsageLedger& source,
                           const std::vector<std::size_t>& responses, std::string_view kind);

// What the team's budgets say about this month. Only what who asks may see is counted. Nothing when
// there is no team's store, or none were set.
Result<std::vector<BudgetUse>> budget_uses(Engine& engine, const UsageLedger& source, TimeMs now);
// When this month began there.
TimeMs month_start(const TimeZone& zone, TimeMs now);

}  // namespace clew
