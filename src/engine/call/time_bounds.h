// SPDX-License-Identifier: MIT
//
// --since, --until and --timezone, which mean the same in every operation that has them.
#pragma once

#include "base/time_bound.h"
#include "engine/call/arguments.h"
#include "engine/call/usage_zone.h"
#include "engine/engine.h"

namespace clew {

// What a time of the caller means: local is the zone of `timezone`, else that of this machine.
Result<LocalClock> clock_of(const Engine& engine, const Arguments& arguments);
LocalClock clock_in(const TimeZone& zone, TimeMs now);

// Of `since` and `until`.
Result<TimeBounds> time_bounds(const Arguments& arguments, const LocalClock& clock);
Result<TimeBounds> time_bounds(const Engine& engine, const Arguments& arguments);

}  // namespace clew
