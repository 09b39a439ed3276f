// SPDX-License-Identifier: MIT
//
// Whether a conversation begins where it should: not in the middle of the file, with something said
// before it that nothing leads to.
#pragma once

#include <cstdint>
#include <vector>

#include "transcript/tree.h"

namespace clew {

enum class CutOff : std::uint8_t {
  kNo,
  kMissing,   // its first line hangs on one that is not in the file
  kNoParent,  // on none, and cannot be the first: an answer, a result
  kCircle,    // on itself, maybe through others
};

// Of the lines that are loaded. A prompt without a parent is no cut: so a first prompt that was
// edited looks.
CutOff cut_off(const Tree& tree, const std::vector<EntryIndex>& chain);

// Whether any message is its own ancestor: versions before 2.1 hang then.
bool has_circle(const Tree& tree);

}  // namespace clew
