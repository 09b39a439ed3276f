// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "keep/key_ring.h"

namespace clew {

// Where a keep is, who we are in it, and what we can open there.
struct KeepPlace {
  std::string folder{};   // of the keep
  std::string machine{};  // the name of our folder in it: a plain name; empty: we have none yet
  KeyRing keys{};

  friend bool operator==(const KeepPlace&, const KeepPlace&) = default;
};

}  // namespace clew
