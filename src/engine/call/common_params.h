// SPDX-License-Identifier: MIT
//
// Parameters that rows of several parts of the table have.
#pragma once

#include "engine/call/operation.h"

namespace clew {

inline const Param kSessionParam{.name = "session",
                                 .help =
                                     "the session: an id or the start of one, a title, @1 for the "
                                     "newest, or (on a command line) a file",
                                 .value = "SESSION",
                                 .required = true,
                                 .positional = true};

// A stretch of time; time_bounds.h reads them.
inline const Param kSinceParam{
    .name = "since",
    .help =
        "from this day or time on: today, yesterday, monday, 90m, 12h, 7d, 2w, 1y, 2026-01-31, "
        "2026-01-31T09:00",
    .value = "TIME"};
inline const Param kUntilParam{
    .name = "until", .help = "up to the end of this day, or before this time", .value = "TIME"};
inline const Param kTimezoneParam{
    .name = "timezone",
    .help =
        "time zone that defines a day: Europe/Berlin, UTC, +02:00 (default: that of this machine)",
    .value = "ZONE"};

inline const Param kHiddenParam{
    .name = "hidden", .type = ParamType::kFlag, .help = "also what you hid"};

// One session, where all is also an answer.
inline const Param kMaybeSessionParam{
    .name = "session", .help = kSessionParam.help, .value = "SESSION", .positional = true};
inline const Param kAllParam{
    .name = "all", .letter = 'a', .type = ParamType::kFlag, .help = "sessions of all projects"};
inline const Param kNoUsageParam{.name = "no-usage",
                                 .type = ParamType::kFlag,
                                 .help =
                                     "without tokens and cost, for which all transcripts are read "
                                     "when there is no index"};
inline const Param kNoIndexParam{.name = "no-index",
                                 .type = ParamType::kFlag,
                                 .help = "read the files even if there is an index"};

}  // namespace clew
