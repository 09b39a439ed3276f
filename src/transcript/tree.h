// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "transcript/transcript.h"

namespace clew {

using NodeId = std::int32_t;
inline constexpr NodeId kNoNode = -1;       // no parent: a root
inline constexpr NodeId kMissingNode = -2;  // a parent that is named but not in the file

// The nodes of a transcript and their parent links, as the lines say it: user, assistant, system
// and attachment lines that have a uuid. Progress lines are no nodes but bridges: a parent that is
// a progress line stands for that line's own parent.
//
// A uuid that is on several lines is one node: the content of the last line, at the place of the
// first. Nodes are numbered by that place, so comparing ids compares first positions.
class Tree {
 public:
  explicit Tree(const Transcript& transcript);

  const Transcript& transcript() const { return *transcript_; }
  NodeId size() const { return static_cast<NodeId>(nodes_.size()); }
  const Entry& entry(NodeId node) const { return (*transcript_)[last_line(node)]; }
  EntryIndex first_line(NodeId node) const { return nodes_[index(node)].first; }
  EntryIndex last_line(NodeId node) const { return nodes_[index(node)].last; }
  NodeId parent(NodeId node) const { return parents_[index(node)]; }
  const std::vector<NodeId>& parents() const { return parents_; }
  NodeId find(Symbol uuid) const { return uuid < by_uuid_.size() ? by_uuid_[uuid] : kNoNode; }
  // What a line's parent would be if it had this uuid as parent: bridges are followed.
  NodeId resolve(Symbol parent) const;

  static std::size_t index(NodeId node) { return static_cast<std::size_t>(node); }

 private:
  struct Node {
    EntryIndex first;
    EntryIndex last;
  };
  Symbol bridged(Symbol uuid);
  bool is_bridge(Symbol uuid) const {
    return uuid < is_bridge_.size() && is_bridge_[uuid] && by_uuid_[uuid] == kNoNode;
  }

  const Transcript* transcript_;
  std::vector<Node> nodes_;
  std::vector<NodeId> parents_;
  std::vector<NodeId> by_uuid_;  // by symbol
  // By symbol of a progress line, empty where there is none: its parent, bridges followed.
  std::vector<Symbol> bridge_to_;
  std::vector<bool> is_bridge_;
};

// Children by node, in file order. Built for any list of parent links, so that a rule set that
// relinks nodes can have its own.
class Children {
 public:
  explicit Children(const std::vector<NodeId>& parents);
  std::span<const NodeId> of(NodeId node) const {
    const auto i = static_cast<std::size_t>(node);
    return {list_.data() + start_[i], list_.data() + start_[i + 1]};
  }

 private:
  std::vector<std::uint32_t> start_;
  std::vector<NodeId> list_;
};

}  // namespace clew
