// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/read/session.h"

namespace clew {

// What `clew check` finds: what the parser noted, and what only the tree as a whole shows.
struct SessionCheck {
  Findings findings;       // the first thousand of each sort
  std::int64_t count = 0;  // all
};

SessionCheck check_session(const Session& session);

}  // namespace clew
