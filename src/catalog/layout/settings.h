// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/time.h"
#include "os/file_system.h"

namespace clew {

// After how many days without a change Claude Code removes a session: cleanupPeriodDays in
// <root>/settings.json, 30 when it does not say. Nothing else in that file is looked at, and no
// other settings file is opened.
std::int64_t cleanup_period_days(const FileSystem& files, const std::string& root);

// Whole days until a session that changed at this time is due to be removed; 0 when it is due.
std::int64_t days_left(std::int64_t mtime_ns, TimeMs now, std::int64_t period_days);

}  // namespace clew
