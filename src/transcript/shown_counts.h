// SPDX-License-Identifier: MIT
//
// How many messages `show` prints, for all branches of a file at once: to plan each of them would
// take the time of all their lines together, and a file can have as many branches as lines.
#pragma once

#include <cstdint>
#include <vector>

#include "transcript/branches.h"
#include "transcript/message_tree.h"

namespace clew {

// By message of the tree: what its lines are to a reader, with what hangs below it and leads
// nowhere. Roots that lead nowhere are told on every branch, so all other roots count them. The sum
// from a root down to a tip is the number of messages that `show` prints for that tip: always for
// the path's own, and for others unless lines of one answer stand on both sides of a fork. Nothing
// is counted in files that can only be read in their order.
std::vector<std::int64_t> shown_counts(const MessageTree& messages, const ChosenPath& path);

// find_branches() with `messages` and `own_messages`.
std::vector<Branch> counted_branches(const MessageTree& messages, const ChosenPath& path);

}  // namespace clew
