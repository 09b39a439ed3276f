// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "transcript/transcript.h"

namespace clew {

// Puts a part of a file that was parsed on its own behind what comes before it in the file. Symbols
// get the numbers that they would have got if one parser had read everything. `lines_before`: how
// many lines, blank ones too, stand before the part.
void append(Transcript& to, Transcript part, std::int64_t lines_before);

}  // namespace clew
