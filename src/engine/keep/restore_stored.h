// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "engine/engine.h"
#include "engine/keep/restore_operation.h"

namespace clew {

// Writes a session of the session store, or of a team's, below a root of Claude Code, as if it had
// been written there: what the Agent SDK sends as lines about a subagent becomes the file that it
// came from. For the project of `folder`, or the one that it has when that is empty. Never over
// anything.
Result<Restored> restore_stored(Engine& engine, const NamedSession& session,
                                const std::string& root, const std::string& folder);

}  // namespace clew
