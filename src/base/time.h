// SPDX-License-Identifier: MIT
// Points in time as milliseconds since 1970 in UTC, read and written. No clock: callers hand in
// "now".
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace clew {

using TimeMs = std::int64_t;
inline constexpr TimeMs kSecondMs = 1000;
inline constexpr TimeMs kMinuteMs = 60 * kSecondMs;
inline constexpr TimeMs kHourMs = 60 * kMinuteMs;
inline constexpr TimeMs kDayMs = 24 * kHourMs;
inline constexpr TimeMs kNoTime = std::numeric_limits<TimeMs>::min();

// ISO 8601 as JavaScript's Date.parse reads it (checked against V8): YYYY[-MM[-DD]], years also as
// six digits with a sign, then optionally T (or a space), HH:MM[:SS[.fraction]] and a zone Z,
// ±HH:MM or ±HHMM. Like V8 it takes days up to 31 in any month (February 30 is March 1 or 2),
// 24:00:00 for the next midnight, and cuts fractions to milliseconds. Unlike V8, a time without a
// zone is UTC, so that a transcript reads the same everywhere.
std::optional<TimeMs> parse_time(std::string_view text);

// "2026-01-05T14:03:09.123Z", as Date.toISOString.
std::string format_iso(TimeMs time);

// "2026-01-05 14:03" in the local time zone.
std::string format_local(TimeMs time);

// "just now", "3 min ago", "5 h ago", "yesterday", "4 days ago", "12 Jan", "12 Jan 2024". Days are
// those of the local calendar. What lies more than a minute ahead is given as format_local.
std::string relative_time(TimeMs then, TimeMs now);

// "350ms", "4.2s", "3m 05s", "1h 02m", "2d 03h".
std::string format_duration(std::int64_t ms);

}  // namespace clew
