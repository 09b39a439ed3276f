// SPDX-License-Identifier: MIT

#include <algorithm>

#include "transcript/js_sort.h"
#include "transcript/rules_impl.h"

namespace clew {
namespace {

// The first line after sorting by time, newest first; of equal times the first in the file.
NodeId newest(const Tree& tree, IsSo competes) {
  std::vector<NodeId> nodes;
  bool all_valid = true;
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (!competes(tree.entry(node))) continue;
    nodes.push_back(node);
    all_valid = all_valid && tree.entry(node).time != kNoTime;
  }
  if (nodes.empty()) return kNoNode;
  if (all_valid) {
    return *std::max_element(nodes.begin(), nodes.end(), [&](NodeId a, NodeId b) {
      return tree.entry(a).time < tree.entry(b).time;
    });
  }
  js_sort(nodes, [&](NodeId a, NodeId b) {
    const TimeMs time_a = tree.entry(a).time;
    const TimeMs time_b = tree.entry(b).time;
    if (time_a == kNoTime || time_b == kNoTime || time_a == time_b) return 0;
    return time_a > time_b ? -1 : 1;
  });
  return nodes.front();
}

}  // namespace

ChosenPath newest_line_path(const Tree& tree, NodeId chosen, IsSo competes, IsSo readable) {
  ChosenPath path;
  const NodeId end = chosen != kNoNode ? chosen : newest(tree, competes);
  if (end == kNoNode) {
    path.reason = "no line that a conversation could end at";
    return path;
  }
  path.tip = tree.last_line(end);
  path.reason = chosen != kNoNode ? "chosen by uuid" : "newest timestamp of all lines";
  std::vector<NodeId> chain;
  std::vector<bool> seen(static_cast<std::size_t>(tree.size()), false);
  // A cycle hangs these programs; we stop where it closes.
  for (NodeId node = end; node != kNoNode && !seen[Tree::index(node)];) {
    if (!readable(tree.entry(node))) break;
    seen[Tree::index(node)] = true;
    chain.push_back(node);
    node = tree.find(tree.entry(node).parent);
  }
  std::reverse(chain.begin(), chain.end());
  cut_at_compaction(tree, chain);
  path.chain = lines_of(tree, chain);
  return path;
}

}  // namespace clew
