// SPDX-License-Identifier: MIT
//
// Local time by the rules of a place. The system's own functions know one zone per process, set
// through the environment, and are not safe with threads; <chrono> of g++ 12 has no zones. So the
// zone files of the system (TZif, RFC 8536) are read here: bytes in, offsets out.
//
// Not by cctz: what Debian 12 has is version 2.3 of 2018, a shared library only. It answers as this
// does for all 645 files of Debian, but of files without the times that follow from the rule at
// their end (zic -b slim, what zic does by default) it refuses 6 of 598, gives wrong answers for 9
// others, and tells standard error about it. A TZ variable with a rule it does not know at all.
// Abseil has a newer copy, with no way in for bytes or rules either.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace clew {

// A rule for the years after a zone file's last entry, and all that a TZ variable may say:
// "CET-1CEST,M3.5.0,M10.5.0/3".
struct ZoneRule {
  // The day of a change: month, week and weekday; or a day of the year.
  struct Change {
    enum class Form : std::uint8_t { kWeekday, kJulian, kDayOfYear };
    Form form = Form::kWeekday;
    int month = 0;
    int week = 0;  // 5: the last
    int day = 0;
    std::int64_t seconds = 7'200;  // after midnight, by the clock that is then left
  };
  std::int64_t standard = 0;  // seconds east of Greenwich
  std::int64_t summer = 0;
  bool has_summer = false;
  Change begin;
  Change end;
};

class TimeZone {
 public:
  TimeZone() = default;  // UTC

  // The content of a zone file.
  static Result<TimeZone> from_tzif(std::string_view bytes);
  // A rule as POSIX spells it.
  static Result<TimeZone> from_rule(std::string_view text);
  // Z, +02:00, -0330, +2. Nothing for other texts.
  static std::optional<TimeZone> from_offset(std::string_view text);

  // A stretch of time in UTC milliseconds, [from, until), during which the offset does not change.
  struct Span {
    TimeMs from = INT64_MIN;
    TimeMs until = INT64_MAX;
    TimeMs offset = 0;  // milliseconds east of Greenwich
    bool contains(TimeMs time) const { return from <= time && time < until; }
  };
  Span span_at(TimeMs time) const;
  TimeMs offset_at(TimeMs time) const { return span_at(time).offset; }

 private:
  Span span_by_rule(std::int64_t seconds) const;

  std::vector<std::int64_t> changes_;  // seconds, ascending
  std::vector<std::int64_t> offsets_;  // from each of them on
  std::int64_t before_ = 0;            // offset before the first
  std::optional<ZoneRule> rule_;       // from the last change on
};

// Whether a name may be looked for below a folder of zone files: "Europe/Berlin", "Etc/GMT+1".
bool is_zone_name(std::string_view name);

// Numbers of local days since 1970-01-01. Remembers the last stretch of time: neighbours are cheap.
// One thread at a time.
class LocalDays {
 public:
  explicit LocalDays(const TimeZone& zone) : zone_(zone) {}
  std::int64_t day_of(TimeMs time);

 private:
  const TimeZone& zone_;
  TimeZone::Span span_{0, 0, 0};
};

}  // namespace clew
