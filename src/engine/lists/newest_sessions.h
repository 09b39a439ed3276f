// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

#include "base/result.h"
#include "catalog/facts/session_facts.h"
#include "catalog/layout/session_files.h"
#include "engine/engine.h"

namespace clew {

struct NewestSession {
  SessionFacts facts;
  ProjectFolder folder;
  bool pinned = false;
};

// The sessions whose files changed last: something to look at while the list is being read. Only
// these files are opened, so it takes the time of a look at the folders whatever is in them; the
// list itself goes by the last time in the lines, for which copied files have to be opened too.
// What a list leaves out is left out.
Result<std::vector<NewestSession>> newest_sessions(Engine& engine, std::size_t most);

}  // namespace clew
