// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// The word by which lines that name the file of a plan are found.
inline constexpr std::string_view kPlanMark = "planFilePath";

// The path of the plan that a line names: an attachment of plan mode (2.1.114 and later; before
// that a line has a slug). Empty: it names none.
std::string plan_named_in(std::string_view line);

}  // namespace clew
