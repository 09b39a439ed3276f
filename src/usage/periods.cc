// SPDX-License-Identifier: MIT
#include "usage/periods.h"

#include "base/time.h"

namespace clew {
namespace {

DayNumber monday_of(DayNumber day) {
  const DayNumber since_monday = ((day + 3) % 7 + 7) % 7;  // 1970-01-01 was a Thursday
  return day - since_monday;
}

DayNumber day_named(const std::string& date) {
  const TimeMs time = parse_time(date).value_or(0);
  return time / kDayMs - (time % kDayMs < 0 ? 1 : 0);
}

}  // namespace

std::string date_text(DayNumber day) {
  const std::string text = format_iso(day * kDayMs);
  return text.substr(0, text.find('T'));
}

DayNumber first_day(PeriodKind kind, DayNumber day) {
  switch (kind) {
    case PeriodKind::kDay:
      return day;
    case PeriodKind::kWeek:
      return monday_of(day);
    case PeriodKind::kMonth: {
      const std::string date = date_text(day);
      return day_named(date.substr(0, date.size() - 2) + "01");
    }
  }
  return day;
}

DayNumber last_day(PeriodKind kind, DayNumber day) {
  switch (kind) {
    case PeriodKind::kDay:
      return day;
    case PeriodKind::kWeek:
      return monday_of(day) + 6;
    case PeriodKind::kMonth:
      return first_day(kind, first_day(kind, day) + 31) - 1;
  }
  return day;
}

std::string period_name(PeriodKind kind, DayNumber day) {
  std::string date = date_text(day);
  if (kind == PeriodKind::kDay) return date;
  if (kind == PeriodKind::kMonth) return date.substr(0, date.size() - 3);
  // A week belongs to the year of its Thursday.
  const DayNumber thursday = monday_of(day) + 3;
  const std::string thursday_date = date_text(thursday);
  const std::string year = thursday_date.substr(0, thursday_date.size() - 6);
  const DayNumber week = (thursday - day_named(year + "-01-01")) / 7 + 1;
  return year + (week < 10 ? "-W0" : "-W") + std::to_string(week);
}

}  // namespace clew
