// SPDX-License-Identifier: MIT
#include "catalog/layout/settings.h"

#include <algorithm>

#include "base/time.h"
#include "json/value.h"
#include "os/paths.h"

namespace clew {

std::int64_t cleanup_period_days(const FileSystem& files, const std::string& root) {
  constexpr std::int64_t kDefault = 30;
  constexpr std::int64_t kLongest = 1'000'000;  // some write 99999 for "never"
  const auto text = read_file(files, join_path(root, "settings.json"), 4 << 20);
  if (!text) return kDefault;
  json::Parser parser;
  const auto settings = parser.parse_copy(*text);
  if (!settings) return kDefault;
  const std::int64_t days = (*settings)["cleanupPeriodDays"].int_or(kDefault);
  return days < 0 ? kDefault : std::min(days, kLongest);
}

std::int64_t days_left(std::int64_t mtime_ns, TimeMs now, std::int64_t period_days) {
  const TimeMs due = mtime_ns / 1'000'000 + period_days * kDayMs;
  return std::max<std::int64_t>(0, (due - now) / kDayMs);
}

}  // namespace clew
