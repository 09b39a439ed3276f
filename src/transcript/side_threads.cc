// SPDX-License-Identifier: MIT

#include "transcript/side_threads.h"

namespace clew {
namespace {

// The first line of the thread of every marked line, kNoNode for all others. Each way up is walked
// once; a loop of parents begins where it was met.
std::vector<NodeId> thread_starts(const Tree& tree) {
  const auto is_side = [&](NodeId node) { return node >= 0 && tree.entry(node).sidechain; };
  std::vector<NodeId> start(static_cast<std::size_t>(tree.size()), kNoNode);
  std::vector<NodeId> way;
  for (NodeId node = 0; node < tree.size(); ++node) {
    NodeId at = node;
    while (is_side(at) && start[Tree::index(at)] == kNoNode) {
      start[Tree::index(at)] = node;  // until it is known: it is on this way
      way.push_back(at);
      at = tree.parent(at);
    }
    if (way.empty()) continue;
    const bool joins = is_side(at) && start[Tree::index(at)] != node;
    const NodeId first = joins ? start[Tree::index(at)] : way.back();
    for (const NodeId one : way) start[Tree::index(one)] = first;
    way.clear();
  }
  return start;
}

bool has_main_thread(const Tree& tree) {
  for (NodeId node = 0; node < tree.size(); ++node) {
    if (!tree.entry(node).sidechain && tree.entry(node).is_conversation()) return true;
  }
  return false;
}

}  // namespace

std::vector<SideThread> side_threads(const Tree& tree) {
  if (!has_main_thread(tree)) return {};
  const std::vector<NodeId> start = thread_starts(tree);
  std::vector<SideThread> threads;
  std::vector<std::size_t> number(start.size(), 0);  // of a first line: which thread, from 1
  for (NodeId node = 0; node < tree.size(); ++node) {
    const NodeId first = start[Tree::index(node)];
    if (first == kNoNode) continue;
    std::size_t& thread = number[Tree::index(first)];
    if (thread == 0) {
      threads.push_back({first, {}});
      thread = threads.size();
    }
    threads[thread - 1].lines.push_back(tree.last_line(node));
  }
  return threads;
}

}  // namespace clew
