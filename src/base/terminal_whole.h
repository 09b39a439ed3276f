// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// terminal_safe() for what somebody is asked to allow, where nothing may be left out: what would be
// gone stands there as \u001b.
std::string terminal_whole(std::string_view text);

}  // namespace clew
