// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "transcript/tree.h"

namespace clew {

// The nodes as one rule set sees them: some may be gone, some hang elsewhere.
struct Graph {
  explicit Graph(const Tree& source)
      : tree(&source), parents(source.parents()), gone(source.parents().size(), false) {}

  const Tree* tree;
  std::vector<NodeId> parents;
  std::vector<bool> gone;

  bool alive(NodeId node) const { return node >= 0 && !gone[Tree::index(node)]; }
  // The parent if it is there, else kNoNode (root) or kMissingNode.
  NodeId parent(NodeId node) const {
    const NodeId up = parents[Tree::index(node)];
    return up >= 0 && gone[Tree::index(up)] ? kMissingNode : up;
  }
};

// For each node the nearest user or assistant line on the way up, itself included; kNoNode if there
// is none. Each node is looked at once, whatever the shape; cycles end.
std::vector<NodeId> nearest_conversation(const Graph& graph);

}  // namespace clew
