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

// "1,200 input, 340 output, 5,000 cache read": only what there is.
std::string token_counts(const TokenSums& tokens);
// "$1.20"; what cannot be priced whole says so: "$1.20+", "—".
std::string cost_text(const Tally& tally);

}  // namespace clew
