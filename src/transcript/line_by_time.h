// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <numeric>
#include <vector>

#include "transcript/graph.h"

namespace clew {

// Finds, for a line whose parent is missing, the newest line at most five seconds older. Visited
// lines are passed over in near-constant time (union-find to the left), so that a file made of
// missing parents stays linear.
class LineByTime {
 public:
  explicit LineByTime(const Graph& graph) : position_(graph.parents.size(), 0) {
    const Tree& tree = *graph.tree;
    for (NodeId node = 0; node < tree.size(); ++node) {
      const Entry& line = tree.entry(node);
      if (graph.alive(node) && !line.sidechain && line.time != kNoTime) {
        sorted_.push_back({line.time, node});
      }
    }
    std::sort(sorted_.begin(), sorted_.end());
    for (std::size_t i = 0; i < sorted_.size(); ++i)
      position_[Tree::index(sorted_[i].node)] = i + 1;
    left_.resize(sorted_.size() + 1);
    std::iota(left_.begin(), left_.end(), std::size_t{0});
  }

  void visit(NodeId node) {
    const std::size_t at = position_[Tree::index(node)];
    if (at > 0) left_[at] = at - 1;
  }

  NodeId newest_before(TimeMs time) {
    if (time == kNoTime) return kNoNode;
    const auto end = std::upper_bound(sorted_.begin(), sorted_.end(), Timed{time, kMaxNode});
    const std::size_t at = unvisited(static_cast<std::size_t>(end - sorted_.begin()));
    if (at == 0 || time - sorted_[at - 1].time > kWindowMs) return kNoNode;
    return sorted_[at - 1].node;
  }

 private:
  static constexpr TimeMs kWindowMs = 5000;
  static constexpr NodeId kMaxNode = std::numeric_limits<NodeId>::max();
  struct Timed {
    TimeMs time;
    NodeId node;
    bool operator<(const Timed& o) const { return time != o.time ? time < o.time : node < o.node; }
  };

  std::size_t unvisited(std::size_t at) {
    while (left_[at] != at) {
      left_[at] = left_[left_[at]];
      at = left_[at];
    }
    return at;
  }

  std::vector<Timed> sorted_;
  std::vector<std::size_t> position_;  // in sorted_ plus one, by node; 0 = not there
  std::vector<std::size_t> left_;      // union-find: the nearest unvisited at or before
};

}  // namespace clew
