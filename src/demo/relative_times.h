// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"

namespace clew::demo {

struct FilledText {
  std::string text;
  std::optional<TimeMs> newest = {};  // of its times
};

// Replaces the relative times of a template. Each is a whole JSON string, quotes included, so that
// the template stays JSON:
//   "{now -1d 2h 3m 4s 5ms}"  a time as the CLI writes it: "2026-01-05T14:03:09.123Z"
//   "{day -1d 2h}"            the day of that time, in UTC: "2026-01-05"
//   "{ms -1d 2h}"             that time in milliseconds since 1970, a number: 1767621789123
// The units come in this order; any may be left out, also all. What is not written so stays as it
// is.
FilledText fill_times(std::string_view text, TimeMs now);

}  // namespace clew::demo
