// SPDX-License-Identifier: MIT
#pragma once

#include "cli/commands.h"
#include "engine/usage/usage_explain.h"
#include "engine/usage/usage_view.h"

namespace clew {

void print_usage_csv(Engine& engine, const UsageView& view, bool breakdown, Screen& screen);
void print_explanation(const UsageExplanation& explanation, Screen& screen);

// "2026-01-05 14:03" by the clock of the zone.
std::string zoned_time(TimeMs time, const TimeZone& zone);

}  // namespace clew
