// SPDX-License-Identifier: MIT
//
// Days, weeks and months of the calendar, as numbers of days since 1970-01-01 and as names.
#pragma once

#include <cstdint>
#include <string>

namespace clew {

using DayNumber = std::int64_t;

enum class PeriodKind : std::uint8_t { kDay, kWeek, kMonth };

// The first day of the period that a day lies in. Weeks begin on Mondays.
DayNumber first_day(PeriodKind kind, DayNumber day);
DayNumber last_day(PeriodKind kind, DayNumber day);

// "2026-01-05", "2026-W02" (ISO 8601, where the first week of January may belong to the year
// before), "2026-01".
std::string period_name(PeriodKind kind, DayNumber day);

std::string date_text(DayNumber day);  // "2026-01-05"

}  // namespace clew
