// SPDX-License-Identifier: MIT
//
// The order rules below were found by watching CLI 2.1.325 on crafted, random and real files
// (docs/resume.md): a restored call goes behind the nearest earlier line of its message that is on
// the chain, else behind the message's first line there; a restored result behind the nearest
// earlier result of the same message, else before the first of them.
//
// All of it is linear: groups are found through tables over symbols, lines are put into the chain
// through a linked list.

#include "transcript/parallel_calls.h"

#include <algorithm>

#include "base/small_list.h"

namespace clew {
namespace {

constexpr std::int32_t kNoGroup = -1;

// All assistant lines of one message id that is on the chain, and the results that belong to them.
// Large files have half a million of them.
struct Group {
  SmallList<NodeId> lines;          // file order
  SmallList<NodeId> chain_results;  // results on the chain, file order
  SmallList<NodeId> lost_results;   // results off the chain, file order
};

class Groups {
 public:
  Groups(const Graph& graph, const std::vector<NodeId>& chain)
      : graph_(graph), t_(graph.tree->transcript()), on_chain(graph.parents.size(), false) {
    by_message_.assign(t_.symbols.size(), kNoGroup);
    by_call_.assign(t_.symbols.size(), kNoGroup);
    of_node.assign(graph.parents.size(), kNoGroup);
    std::vector<bool> wanted(t_.symbols.size(), false);
    for (const NodeId node : chain) {
      on_chain[Tree::index(node)] = true;
      wanted[entry(node).message_id] = true;
    }
    wanted[kNoSymbol] = false;
    collect_lines(wanted);
    collect_results();
    by_message_ = {};
    by_call_ = {};
  }

  const Entry& entry(NodeId node) const { return graph_.tree->entry(node); }

 private:
  void collect_lines(const std::vector<bool>& wanted) {
    for (NodeId node = 0; node < graph_.tree->size(); ++node) {
      const Entry& line = entry(node);
      if (!wanted[line.message_id] || !graph_.alive(node)) continue;
      std::int32_t& group = by_message_[line.message_id];
      if (group == kNoGroup) {
        group = static_cast<std::int32_t>(list.size());
        list.emplace_back();
      }
      of_node[Tree::index(node)] = group;
      list[static_cast<std::size_t>(group)].lines.push_back(node);
      for (const Block& block : t_.blocks_of(line)) {
        if (block.kind != BlockKind::kToolUse || block.id == kNoSymbol) continue;
        std::int32_t& owner = by_call_[block.id];
        if (owner == kNoGroup) owner = group;
      }
    }
  }

  void collect_results() {
    for (NodeId node = 0; node < graph_.tree->size(); ++node) {
      const Entry& line = entry(node);
      if (line.type != EntryType::kUser || !graph_.alive(node)) continue;
      const std::int32_t by_id = group_by_call(line);
      if (on_chain[Tree::index(node)]) {
        if (by_id != kNoGroup) list[static_cast<std::size_t>(by_id)].chain_results.push_back(node);
        continue;
      }
      if (!has_results(t_, line)) continue;
      const NodeId parent = graph_.parent(node);
      const std::int32_t by_parent = parent < 0 ? kNoGroup : of_node[Tree::index(parent)];
      if (by_id == kNoGroup && by_parent == kNoGroup) continue;
      const std::int32_t group = by_id == kNoGroup       ? by_parent
                                 : by_parent == kNoGroup ? by_id
                                                         : std::min(by_id, by_parent);
      list[static_cast<std::size_t>(group)].lost_results.push_back(node);
    }
  }

  std::int32_t group_by_call(const Entry& line) const {
    for (const Block& block : t_.blocks_of(line)) {
      if (block.kind == BlockKind::kToolResult && by_call_[block.id] != kNoGroup) {
        return by_call_[block.id];
      }
    }
    return kNoGroup;
  }

  const Graph& graph_;
  const Transcript& t_;
  // While groups are made, by symbol.
  std::vector<std::int32_t> by_message_;
  std::vector<std::int32_t> by_call_;

 public:
  std::vector<bool> on_chain;
  std::vector<std::int32_t> of_node;
  std::vector<Group> list;
};

// The chain as a list in which a node can be put before or behind another in constant time.
class Chain {
 public:
  Chain(const std::vector<NodeId>& nodes, std::size_t node_count)
      : next_(node_count + 1, kNoNode),
        previous_(node_count + 1, kNoNode),
        in_(node_count, false),
        place_(node_count, -1),
        head_(static_cast<NodeId>(node_count)) {
    NodeId last = head_;
    std::int32_t place = 0;
    for (const NodeId node : nodes) {
      insert_after(last, node);
      place_[Tree::index(node)] = place++;
      last = node;
    }
  }
  bool contains(NodeId node) const { return in_[Tree::index(node)]; }
  // Place on the chain before anything was restored; -1 for restored nodes.
  std::int32_t place(NodeId node) const { return place_[Tree::index(node)]; }
  void insert_after(NodeId at, NodeId node) {
    const NodeId after = next_[Tree::index(at)];
    next_[Tree::index(at)] = node;
    previous_[Tree::index(node)] = at;
    next_[Tree::index(node)] = after;
    if (after != kNoNode) previous_[Tree::index(after)] = node;
    in_[Tree::index(node)] = true;
  }
  void insert_before(NodeId at, NodeId node) { insert_after(previous_[Tree::index(at)], node); }
  std::vector<NodeId> take() const {
    std::vector<NodeId> nodes;
    nodes.reserve(static_cast<std::size_t>(std::count(in_.begin(), in_.end(), true)));
    for (NodeId node = next_[Tree::index(head_)]; node != kNoNode;
         node = next_[Tree::index(node)]) {
      nodes.push_back(node);
    }
    return nodes;
  }

 private:
  std::vector<NodeId> next_;
  std::vector<NodeId> previous_;
  std::vector<bool> in_;
  std::vector<std::int32_t> place_;
  NodeId head_;
};

class Restorer {
 public:
  Restorer(const Graph& graph, const std::vector<NodeId>& chain)
      : t_(graph.tree->transcript()),
        tree_(*graph.tree),
        groups_(graph, chain),
        children_(live_parents(graph)),
        chain_(chain, graph.parents.size()) {}

  std::vector<NodeId> run() {
    for (const Group& group : groups_.list) {
      const NodeId last = restore_lines(group);
      restore_results(group, last);
    }
    // Once it is known what else came back: below a side line that is no branch.
    for (const Group& group : groups_.list) restore_side_lines(group);
    return chain_.take();
  }

 private:
  static std::vector<NodeId> live_parents(const Graph& graph) {
    std::vector<NodeId> parents = graph.parents;
    for (std::size_t i = 0; i < parents.size(); ++i) {
      if (graph.gone[i] || (parents[i] >= 0 && !graph.alive(parents[i]))) parents[i] = kMissingNode;
    }
    return parents;
  }

  // Returns the line of the message that now stands last in the chain.
  NodeId restore_lines(const Group& group) {
    NodeId first_on_chain = kNoNode;
    NodeId last_on_chain = kNoNode;
    for (const NodeId line : group.lines) {
      if (chain_.place(line) < 0) continue;
      if (first_on_chain == kNoNode || chain_.place(line) < chain_.place(first_on_chain)) {
        first_on_chain = line;
      }
      if (last_on_chain == kNoNode || chain_.place(line) > chain_.place(last_on_chain)) {
        last_on_chain = line;
      }
    }
    // Each lost line goes behind the nearest earlier one on the chain; those with none before them
    // behind the first, ahead of its other followers.
    NodeId anchor = first_on_chain;
    NodeId tail = first_on_chain;
    NodeId tail_of_first = first_on_chain;
    NodeId last = last_on_chain;
    for (const NodeId line : group.lines) {
      if (chain_.place(line) >= 0) {
        anchor = line;
        tail = line == first_on_chain ? tail_of_first : line;
        continue;
      }
      chain_.insert_after(tail, line);
      if (last == tail) last = line;
      if (anchor == first_on_chain) tail_of_first = line;
      tail = line;
    }
    return last;
  }

  void restore_results(const Group& group, NodeId last_line) {
    NodeId first_in_chain = kNoNode;
    for (const NodeId result : group.chain_results) {
      if (first_in_chain == kNoNode || chain_.place(result) < chain_.place(first_in_chain)) {
        first_in_chain = result;
      }
    }
    std::size_t next = 0;  // of chain_results, all before it are earlier in the file
    NodeId before = kNoNode;
    for (const NodeId result : group.lost_results) {
      while (next < group.chain_results.size() && group.chain_results[next] < result) {
        before = group.chain_results[next++];
      }
      if (chain_.contains(result)) continue;
      if (before != kNoNode) {
        chain_.insert_after(before, result);
      } else if (first_in_chain != kNoNode) {
        chain_.insert_before(first_in_chain, result);
      } else {
        chain_.insert_after(last_line, result);
      }
      before = result;
    }
  }

  bool is_side_line(const Entry& line) const {
    if (line.type == EntryType::kUser) return line.meta && !has_results(t_, line);
    return line.type == EntryType::kAttachment || line.type == EntryType::kSystem;
  }

  // Attachments, system lines and added texts under the lines of a message with calls and under
  // their results; under an answer without calls there is nothing to bring back.
  void restore_side_lines(const Group& group) {
    const bool calls = std::any_of(group.lines.begin(), group.lines.end(), [&](NodeId line) {
      return has_block(t_, tree_.entry(line), BlockKind::kToolUse);
    });
    if (!calls) return;
    for (const NodeId line : group.lines) restore_side_lines(line);
    for (const NodeId result : group.chain_results) restore_side_lines(result);
    for (const NodeId result : group.lost_results) restore_side_lines(result);
  }

  // Each child comes back with all that hangs below it, or, where a real branch goes on there, not
  // at all.
  void restore_side_lines(NodeId node) {
    NodeId last = node;
    for (const NodeId child : children_.of(node)) {
      if (chain_.contains(child) || !is_side_line(tree_.entry(child))) continue;
      for (const NodeId found : side_lines_from(child)) {
        chain_.insert_after(last, found);
        last = found;
      }
    }
  }

  // A side line and all below it, parents first; none if a real branch is among them.
  std::vector<NodeId> side_lines_from(NodeId first) const {
    std::vector<NodeId> found;
    std::vector<NodeId> open(1, first);
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      if (chain_.contains(node)) continue;  // also the line itself, if it is its own ancestor
      if (!is_side_line(tree_.entry(node))) return {};
      found.push_back(node);
      const auto below = children_.of(node);
      open.insert(open.end(), below.rbegin(), below.rend());
    }
    return found;
  }

  const Transcript& t_;
  const Tree& tree_;
  Groups groups_;
  Children children_;
  Chain chain_;
};

}  // namespace

bool has_results(const Transcript& transcript, const Entry& entry) {
  return has_block(transcript, entry, BlockKind::kToolResult);
}

std::vector<NodeId> restore_parallel_calls(const Graph& graph, const std::vector<NodeId>& chain) {
  return Restorer(graph, chain).run();
}

std::vector<NodeId> restore_parallel_calls_sdk(const Graph& graph,
                                               const std::vector<NodeId>& chain) {
  const Groups groups(graph, chain);
  const auto by_time = [&](NodeId a, NodeId b) {
    return groups.entry(a).time < groups.entry(b).time;  // kNoTime comes first, as "" does there
  };
  std::vector<std::size_t> last_place(groups.list.size(), 0);
  for (std::size_t i = 0; i < chain.size(); ++i) {
    const std::int32_t group = groups.of_node[Tree::index(chain[i])];
    if (group != kNoGroup) last_place[static_cast<std::size_t>(group)] = i;
  }
  std::vector<std::vector<NodeId>> behind(chain.size());
  for (std::size_t g = 0; g < groups.list.size(); ++g) {
    std::vector<NodeId>& lost = behind[last_place[g]];
    for (const NodeId line : groups.list[g].lines) {
      if (!groups.on_chain[Tree::index(line)]) lost.push_back(line);
    }
    std::stable_sort(lost.begin(), lost.end(), by_time);
    std::vector<NodeId> results(groups.list[g].lost_results.begin(),
                                groups.list[g].lost_results.end());
    std::stable_sort(results.begin(), results.end(), by_time);
    lost.insert(lost.end(), results.begin(), results.end());
  }
  std::vector<NodeId> restored;
  for (std::size_t i = 0; i < chain.size(); ++i) {
    restored.push_back(chain[i]);
    restored.insert(restored.end(), behind[i].begin(), behind[i].end());
  }
  return restored;
}

}  // namespace clew
