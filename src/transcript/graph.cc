// SPDX-License-Identifier: MIT

#include "transcript/graph.h"

namespace clew {

std::vector<NodeId> nearest_conversation(const Graph& graph) {
  constexpr NodeId kUnknown = -3;
  constexpr NodeId kOnTheWay = -4;
  std::vector<NodeId> nearest(graph.parents.size(), kUnknown);
  std::vector<NodeId> way;
  for (NodeId start = 0; start < graph.tree->size(); ++start) {
    way.clear();
    NodeId node = start;
    NodeId answer = kNoNode;
    while (node >= 0) {
      NodeId& known = nearest[Tree::index(node)];
      if (known == kUnknown && graph.tree->entry(node).is_conversation()) known = node;
      if (known != kUnknown) {
        if (known != kOnTheWay) answer = known;
        break;
      }
      known = kOnTheWay;
      way.push_back(node);
      node = graph.parent(node);
    }
    for (const NodeId step : way) nearest[Tree::index(step)] = answer;
  }
  return nearest;
}

}  // namespace clew
