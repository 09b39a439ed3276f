// SPDX-License-Identifier: MIT
//
// What the Agent SDK's getSessionMessages returns (0.3.325): the last leaf in file order, its real
// parents, parallel calls and preserved messages brought back, what is meta or of a subagent left
// out. It does not know last-prompt and guesses no missing parents.
//
// Queued prompts, which the SDK returns as user messages of its own making, are not listed: the
// list is of lines that the file has as user or assistant.

#include <algorithm>

#include "transcript/parallel_calls.h"
#include "transcript/rules_impl.h"

namespace clew {
namespace {

void splice_preserved(Graph& graph) {
  const Tree& tree = *graph.tree;
  const Transcript& t = tree.transcript();
  const Compaction* last = nullptr;
  for (const Compaction& compaction : t.compactions) {
    if (!compaction.micro && compaction.has_preserved) last = &compaction;
  }
  if (!last) return;
  const NodeId anchor = tree.find(last->anchor);
  const std::vector<NodeId> preserved = preserved_nodes(tree, *last);
  if (preserved.empty() || anchor == kNoNode) return;
  std::vector<bool> kept(graph.parents.size(), false);
  NodeId previous = anchor;
  for (const NodeId node : preserved) {
    kept[Tree::index(node)] = true;
    graph.parents[Tree::index(node)] = previous;
    previous = node;
  }
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (!kept[Tree::index(node)] && tree.parent(node) == anchor) {
      graph.parents[Tree::index(node)] = previous;
    }
  }
}

// From each leaf up to the nearest user or assistant line; the leaf that is last in the file wins.
NodeId last_leaf(const Graph& graph) {
  const Tree& tree = *graph.tree;
  std::vector<bool> has_child(graph.parents.size(), false);
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (tree.entry(node).sidechain) continue;
    // A child that hangs on a progress line is none of the line before that.
    const bool bridged = graph.parents[Tree::index(node)] == tree.parent(node) &&
                         tree.find(tree.entry(node).parent) == kNoNode;
    const NodeId parent = graph.parent(node);
    if (parent >= 0 && !bridged) has_child[Tree::index(parent)] = true;
  }
  NodeId best_leaf = kNoNode;
  NodeId end = kNoNode;
  const std::vector<NodeId> talk = nearest_conversation(graph);
  for (NodeId leaf = 0; leaf < tree.size(); ++leaf) {
    if (!graph.alive(leaf) || has_child[Tree::index(leaf)]) continue;
    if (best_leaf != kNoNode && tree.last_line(leaf) < tree.last_line(best_leaf)) continue;
    const NodeId node = talk[Tree::index(leaf)];
    if (node == kNoNode || tree.entry(node).sidechain) continue;
    best_leaf = leaf;
    end = node;
  }
  return end;
}

ChosenPath find_path_sdk(const Tree& tree, NodeId chosen) {
  ChosenPath path;
  Graph graph(tree);
  for (NodeId node = 0; node < tree.size(); ++node) {
    // It cannot read a line behind a byte-order mark.
    if (tree.entry(node).after_bom) graph.gone[Tree::index(node)] = true;
  }
  splice_preserved(graph);
  const NodeId end = chosen != kNoNode ? chosen : last_leaf(graph);
  if (end == kNoNode) {
    path.reason = "no leaf that belongs to a conversation";
    return path;
  }
  path.tip = tree.last_line(end);
  path.reason = chosen != kNoNode ? "chosen by uuid" : "last leaf in the file";
  std::vector<NodeId> chain;
  std::vector<bool> seen(graph.parents.size(), false);
  for (NodeId node = end; node >= 0 && !seen[Tree::index(node)]; node = graph.parent(node)) {
    seen[Tree::index(node)] = true;
    chain.push_back(node);
  }
  std::reverse(chain.begin(), chain.end());
  for (const NodeId node : restore_parallel_calls_sdk(graph, chain)) {
    const Entry& line = tree.entry(node);
    if (line.is_conversation() && !line.sidechain && !line.meta) {
      path.chain.push_back(tree.last_line(node));
    }
  }
  return path;
}

}  // namespace

const Rules kRulesSdk{RuleSet::kSdk, "sdk", find_path_sdk, nullptr};

}  // namespace clew
