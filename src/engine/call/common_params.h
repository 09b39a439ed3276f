// SPDX-License-Identifier: MIT
//
// Parameters that rows of several parts of the table have.
#pragma once

#include "engine/call/operation.h"

namespace clew {

// Yes or no.
inline Param flag_param(std::string_view name, std::string_view help) {
  return {.name = name, .type = ParamType::kFlag, .help = help};
}

inline Param number_param(std::string_view name, std::string_view help,
                          std::string_view fallback = {}) {
  return {
      .name = name, .type = ParamType::kInteger, .help = help, .value = "N", .fallback = fallback};
}
// How many rows.
inline Param limit_param(std::string_view help, std::string_view fallback = {}) {
  Param param = number_param("limit", help, fallback);
  param.letter = 'n';
  return param;
}

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

inline const Param kHiddenParam = flag_param("hidden", "also what you hid");

// One session, where all is also an answer.
inline const Param kMaybeSessionParam{
    .name = "session", .help = kSessionParam.help, .value = "SESSION", .positional = true};
inline const Param kAllParam{
    .name = "all", .letter = 'a', .type = ParamType::kFlag, .help = "sessions of all projects"};
inline const Param kNoUsageParam =
    flag_param("no-usage",
               "without tokens and cost, for which all transcripts are read "
               "when there is no index");
inline const Param kNoIndexParam =
    flag_param("no-index", "read the files even if there is an index");

}  // namespace clew
