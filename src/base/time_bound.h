// SPDX-License-Identifier: MIT
//
// Times as people write them to bound a stretch of time: --since and --until, wherever they are
// given.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace clew {

// What a text needs to be understood as a time: when now is, and which instant a local time is.
struct LocalClock {
  TimeMs now = 0;
  std::function<TimeMs(TimeMs local)> utc_of = {};  // empty: local time is UTC
};

enum class TimeEdge : std::uint8_t { kSince, kUntil };

// "90m", "12h", "7d", "2w", "1y" ago; a year, month or day of the calendar ("2026", "2026-01",
// "2026-01-31", "20260131", "today", "yesterday", the last "monday"), from its begin or until its
// end; or a time of day ("2026-01-31T09:00"). What names no zone is local.
Result<TimeMs> parse_bound(std::string_view text, TimeEdge edge, const LocalClock& clock);

// From `since` on and before `until`.
struct TimeBounds {
  TimeMs since = INT64_MIN;
  TimeMs until = INT64_MAX;

  bool any() const { return since != INT64_MIN || until != INT64_MAX; }
  // A time that is not known lies only within no bounds at all.
  bool contain(TimeMs time) const {
    return !any() || (time != kNoTime && since <= time && time < until);
  }
};

}  // namespace clew
