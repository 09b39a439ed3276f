// SPDX-License-Identifier: MIT
//
// The branch graph in a terminal. The active branch runs straight down; what left it hangs to the
// side where it left, the same way again inside:
//
//   ● 1a2b3c4d   12 messages  Fix the parser
//   ├─○ 5e6f7a8b    3 messages  Try another way
//   ● 9c0d1e2f    8 messages  Fix only the lexer
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/read/conversation_view.h"
#include "render/style.h"

namespace clew {

// A stretch of messages between two forks.
struct BranchTreeRow {
  std::size_t depth = 0;
  bool side = false;            // drawn with a branch mark
  bool active = false;          // on the way that continues
  bool begins_tree = false;     // not the first, and a tree of its own
  EntryIndex first = kNoEntry;  // the line of its first message
  EntryIndex end = kNoEntry;    // its last line
  std::int64_t messages = 0;    // as show prints them
};

std::vector<BranchTreeRow> branch_tree(const Session& session, const ChosenPath& path);

enum class TreeLine : bool { kWhole, kShort };  // short: without the id, for a narrow window
std::string branch_tree_line(const Session& session, const BranchTreeRow& row, const Style& style,
                             TreeLine form = TreeLine::kWhole);

}  // namespace clew
