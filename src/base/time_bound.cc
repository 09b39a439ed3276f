// SPDX-License-Identifier: MIT
#include "base/time_bound.h"

#include <charconv>
#include <optional>
#include <string>

namespace clew {
namespace {

constexpr TimeMs kMinute = 60'000;
constexpr TimeMs kDay = 1440 * kMinute;

// "7d": so long before now.
std::optional<TimeMs> parse_span(std::string_view text) {
  std::int64_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  constexpr std::int64_t kMost = 100'000;
  if (error != std::errc() || end + 1 != text.data() + text.size()) return std::nullopt;
  if (count < 0 || count >= kMost) return std::nullopt;
  switch (*end) {
    case 'm':
      return count * kMinute;
    case 'h':
      return count * 60 * kMinute;
    case 'd':
      return count * kDay;
    case 'w':
      return count * 7 * kDay;
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
  TimeMs next = *begin + (text.size() == kYear ? 365 : text.size() == kMonth ? 28 : 1) * kDay;
  while (format_iso(next).starts_with(text)) next += kDay;
  return next;
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
  if (const auto day = parse_period(std::string(text), edge)) return local(*day);
  if (const auto time = parse_time(text); time && text.size() > 10) {
    return names_zone(text) ? *time : local(*time);
  }
  return Error{ErrorCode::kInvalid, "\"" + std::string(text) +
                                        "\" is no time: give 90m, 12h, 7d, 2w, 2026-01-31 or "
                                        "2026-01-31T09:00"};
}

}  // namespace clew
