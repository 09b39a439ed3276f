// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace clew {

// False only when the ledger can learn nothing from this line of a transcript, found without
// parsing it. All that matters has a member "usage", but for the CLI's own note of what a session
// cost.
//
// Quotes inside texts are escaped, so the bytes "usage" with both quotes are a whole JSON string:
// lines of 100 kB that merely speak of usage do not pass. A name may also be spelled with escapes
// (\u0075sage); lines that hold the escape of a letter pass, to be looked at.
bool may_hold_usage(std::string_view line);

}  // namespace clew
