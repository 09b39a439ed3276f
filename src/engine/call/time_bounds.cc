// SPDX-License-Identifier: MIT
#include "engine/call/time_bounds.h"

#include <algorithm>

namespace clew {
namespace {

// The first instant at which clocks of the zone show that time, or a later one where they are put
// forward over it.
TimeMs utc_in(const TimeZone& zone, TimeMs local) {
  const TimeMs one = local - zone.offset_at(local - kDayMs);
  const TimeMs other = local - zone.offset_at(local + kDayMs);
  const TimeMs earlier = std::min(one, other);
  return earlier + zone.offset_at(earlier) >= local ? earlier : std::max(one, other);
}

}  // namespace

LocalClock clock_in(const TimeZone& zone, TimeMs now) {
  return {now, [zone](TimeMs local) { return utc_in(zone, local); }};
}

Result<LocalClock> clock_of(const Engine& engine, const Arguments& arguments) {
  auto zone = load_zone(engine.files(), arguments.text("timezone"));
  if (!zone) return with_context("--timezone", zone.error());
  return clock_in(zone->zone, engine.options().now);
}

Result<TimeBounds> time_bounds(const Arguments& arguments, const LocalClock& clock) {
  TimeBounds bounds;
  if (const auto text = arguments.maybe_text("since")) {
    auto time = parse_bound(*text, TimeEdge::kSince, clock);
    if (!time) return with_context("--since", time.error());
    bounds.since = *time;
  }
  if (const auto text = arguments.maybe_text("until")) {
    auto time = parse_bound(*text, TimeEdge::kUntil, clock);
    if (!time) return with_context("--until", time.error());
    bounds.until = *time;
  }
  return bounds;
}

Result<TimeBounds> time_bounds(const Engine& engine, const Arguments& arguments) {
  auto clock = clock_of(engine, arguments);
  if (!clock) return clock.error();
  return time_bounds(arguments, *clock);
}

}  // namespace clew
