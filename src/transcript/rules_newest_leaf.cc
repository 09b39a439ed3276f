// SPDX-License-Identifier: MIT
//
// The classic, documented way to rebuild a conversation: of all leaves take the one with the newest
// timestamp, then follow parentUuid to a root. Progress lines are bridged, lines of subagents left
// out, cycles end. A file without a tree (very old versions, recorded streams) is read in its
// order.

#include <algorithm>

#include "transcript/rules_impl.h"

namespace clew {
namespace {

NodeId newest_leaf(const Tree& tree) {
  std::vector<bool> is_parent(static_cast<std::size_t>(tree.size()), false);
  for (NodeId node = 0; node < tree.size(); ++node) {
    const NodeId parent = tree.parent(node);
    if (parent >= 0 && !tree.entry(node).sidechain) is_parent[Tree::index(parent)] = true;
  }
  NodeId best = kNoNode;
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (is_parent[Tree::index(node)] || tree.entry(node).sidechain) continue;
    if (best == kNoNode || tree.entry(node).time >= tree.entry(best).time) best = node;
  }
  return best;
}

ChosenPath find_path_newest_leaf(const Tree& tree, NodeId chosen) {
  if (reads_in_file_order(tree.transcript())) return path_in_file_order(tree.transcript());
  ChosenPath path;
  const NodeId end = chosen != kNoNode ? chosen : newest_leaf(tree);
  if (end == kNoNode) {
    path.refused = "No conversation found";
    path.reason = "no leaf: every line is another's parent";
    return path;
  }
  path.tip = tree.last_line(end);
  path.reason = chosen != kNoNode ? "chosen by uuid" : "newest timestamp of all leaves";
  std::vector<bool> seen(static_cast<std::size_t>(tree.size()), false);
  for (NodeId node = end; node >= 0 && !seen[Tree::index(node)]; node = tree.parent(node)) {
    seen[Tree::index(node)] = true;
    path.chain.push_back(tree.last_line(node));
  }
  std::reverse(path.chain.begin(), path.chain.end());
  return path;
}

}  // namespace

const Rules kRulesNewestLeaf{RuleSet::kNewestLeaf, "newest-leaf", find_path_newest_leaf, nullptr};

}  // namespace clew
