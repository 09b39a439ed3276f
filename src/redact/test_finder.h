// SPDX-License-Identifier: MIT
// What tests of redaction share: the finder with its usual table, and invented secrets.
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "json/writer.h"
#include "redact/finder.h"

namespace clew::redact {

inline const Finder& finder() {
  static const Finder kFinder = std::move(*Finder::make());
  return kFinder;
}

inline std::string as_json(std::string_view text) {
  std::string out;
  json::append_quoted(out, text);
  return out;
}

// Put together at run time, so that nobody's scanner takes this file for a leak.
inline const std::string kToken = std::string("gh") + "p_PMq1wGmLjlUOtbRDeJoAjZkt0MMVU43kVfu4";
inline const std::string kPassword = std::string("Frost.bell") + "4711";

}  // namespace clew::redact
