// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace clew {

// Whether a text of a user's line is not what a person typed: it opens with a tag of the CLI or of
// an editor (<ide_opened_file>, <system-reminder>, ...), or says that a person interrupted. `text`
// begins with no space. The rule of the official SDK.
bool is_put_in(std::string_view text);

}  // namespace clew
