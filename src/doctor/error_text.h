// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "doctor/defects.h"

namespace clew {

// What an error of the API, or the words that Claude Code has for one, says of a session. The first
// is the likeliest; empty: the text is not known.
std::vector<Defect> defects_of_error(std::string_view text);

}  // namespace clew
