// SPDX-License-Identifier: MIT
#pragma once

#include "transcript/transcript.h"

namespace clew {

// Puts a part of a file that was parsed on its own behind what comes before it in the file. Symbols
// get the numbers that they would have got if one parser had read everything.
void append(Transcript& to, Transcript part);

}  // namespace clew
