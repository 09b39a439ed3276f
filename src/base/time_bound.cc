// SPDX-License-Identifier: MIT
#include "base/time_bound.h"

#include <charconv>
#include <optional>
#include <string>

#include "base/text.h"

namespace clew {
namespace {

// "7d": so long before now.
std::optional<TimeMs> parse_span(std::string_view text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  constexpr std::int64_t kMost = 100'000;
  if (error != std::errc() || end + 1 != text.data() + text.size()) return std::nullopt;
  if (count < 0 || count >= kMost) return std::nullopt;
  switch (*end) {
    case 'm':
      return count * kMinuteMs;
    case 'h':
      return count * 60 * kMinuteMs;
    case 'd':
      return count * kDayMs;
    case 'w':
      return count * 7 * kDayMs;
    case 'y':
      return count * 365 * kDayMs;
    default:
      return std::nullopt;
  }
}

// The begin of a year, month or day, or of the next one. Nothing for other texts, and for dates
// that are none (February 30), though JavaScript takes them for one.
std::optional<TimeMs> parse_period(std::string text, TimeEdge edge) {
  constexpr std::size_t kYear = 4;
  constexpr std::size_t kMonth = 7;
  constexpr std::size_t kDate = 10;
  if (text.size() == 8 && text.find_first_not_of("0123456789") == std::string::npos) {
    text.insert(6, "-").insert(4, "-");
  }
  if (text.size() != kYear && text.size() != kMonth && text.size() != kDate) return std::nullopt;
  const auto begin = parse_time(text);
  if (!begin || !format_iso(*begin).starts_with(text)) return std::nullopt;
  if (edge == TimeEdge::kSince) return begin;
  // The first day that is not of the same year, month or day.
  TimeMs next = *begin + (text.size() == kYear ? 365 : text.size() == kMonth ? 28 : 1) * kDayMs;
  while (format_iso(next).starts_with(text)) next += kDayMs;
  return next;
}

// The begin of the day that it is now, in local time.
TimeMs local_today(const LocalClock& clock) {
  TimeMs day = (clock.now / kDayMs + 1) * kDayMs;  // no zone is further ahead
  while ((clock.utc_of ? clock.utc_of(day) : day) > clock.now) day -= kDayMs;
  return day;
}

// "today", "yesterday", or the last "monday", which may be today: the begin of that day in local
// time.
std::optional<TimeMs> parse_day_name(std::string_view text, const LocalClock& clock) {
  const std::string name = ascii_lower(text);
  const TimeMs today = local_today(clock);
  if (name == "today") return today;
  if (name == "yesterday") return today - kDayMs;
  constexpr std::string_view kDays[] = {"thursday", "friday",  "saturday", "sunday",
                                        "monday",   "tuesday", "wednesday"};
  const TimeMs weekday = (today / kDayMs % 7 + 7) % 7;  // the epoch began on a Thursday
  for (TimeMs i = 0; i < 7; ++i) {
    const std::string_view day = kDays[i];
    if (name == day || name == day.substr(0, 3)) return today - (weekday - i + 7) % 7 * kDayMs;
  }
  return std::nullopt;
}

// Of a text that parse_time takes.
bool names_zone(std::string_view text) {
  const std::size_t clock = text.find_first_of("Tt ");
  return clock != std::string_view::npos &&
         text.substr(clock + 1).find_first_of("Zz+-") != std::string_view::npos;
}

}  // namespace

Result<TimeMs> parse_bound(std::string_view text, TimeEdge edge, const LocalClock& clock) {
  const auto local = [&](TimeMs time) { return clock.utc_of ? clock.utc_of(time) : time; };
  if (const auto span = parse_span(text)) return clock.now - *span;
  if (const auto day = parse_day_name(text, clock)) {
    return local(edge == TimeEdge::kSince ? *day : *day + kDayMs);
  }
  if (const auto day = parse_period(std::string(text), edge)) return local(*day);
  if (const auto time = parse_time(text); time && text.size() > 10) {
    return names_zone(text) ? *time : local(*time);
  }
  return Error{ErrorCode::kInvalid, "\"" + std::string(text) +
                                        "\" is no time: give today, yesterday, monday, 90m, "
                                        "12h, 7d, 2w, 1y, 2026-01-31 or 2026-01-31T09:00"};
}

}  // namespace clew
