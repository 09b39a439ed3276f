// SPDX-License-Identifier: MIT
#include "transcript/plan_lines.h"

#include "json/value.h"

namespace clew {

std::string plan_named_in(std::string_view line) {
  if (line.find(kPlanMark) == line.npos) return {};
  json::Parser parser;
  const auto value = parser.parse_copy(line);
  return value ? std::string((*value)["attachment"][kPlanMark].string_or("")) : std::string();
}

}  // namespace clew
