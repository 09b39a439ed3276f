// SPDX-License-Identifier: MIT
//
// Shared by the rule sets; not for use outside src/transcript.
#pragma once

#include <vector>

#include "transcript/rules.h"

namespace clew {

Path find_path_21(const Tree& tree, NodeId chosen);
Path find_path_old(const Tree& tree, RuleSet rules, NodeId chosen);
Path find_path_newest_leaf(const Tree& tree, NodeId chosen);
Path find_path_sdk(const Tree& tree, NodeId chosen);

Path path_in_file_order(const Transcript& transcript);

bool is_compact_boundary(const Transcript& transcript, const Entry& entry);

// The messages that a compaction kept, in order; none if its segment does not hang together.
std::vector<NodeId> preserved_nodes(const Tree& tree, const Compaction& compaction);

// Leaves only what begins with the last compact_boundary of the chain.
void cut_at_compaction(const Tree& tree, std::vector<NodeId>& chain);

std::vector<EntryIndex> lines_of(const Tree& tree, const std::vector<NodeId>& chain);

}  // namespace clew
