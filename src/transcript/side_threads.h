// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "transcript/tree.h"

namespace clew {

// What one subagent wrote into the file of its session: CLI 1.0 had no files for them. Such lines
// have a root of their own and no agentId; the uuid of the first one names the subagent.
struct SideThread {
  NodeId first = kNoNode;
  std::vector<EntryIndex> lines;  // in file order
};

// In the order of their first lines. None in a subagent's own file, where all lines are marked.
std::vector<SideThread> side_threads(const Tree& tree);

}  // namespace clew
