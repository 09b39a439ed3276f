// SPDX-License-Identifier: MIT

#include "transcript/tree.h"

#include <algorithm>

namespace clew {

Tree::Tree(const Transcript& transcript) : transcript_(&transcript) {
  const std::size_t symbols = transcript.symbols.size();
  by_uuid_.assign(symbols, kNoNode);
  nodes_.reserve(
      static_cast<std::size_t>(std::count_if(transcript.entries.begin(), transcript.entries.end(),
                                             [](const Entry& entry) { return entry.is_node(); })));
  for (EntryIndex i = 0; i < transcript.count(); ++i) {
    const Entry& entry = transcript[i];
    if (!entry.is_node()) continue;
    if (entry.type == EntryType::kProgress) {
      bridge_to_.resize(symbols, kNoSymbol);
      is_bridge_.resize(symbols, false);
      is_bridge_[entry.uuid] = true;
      bridge_to_[entry.uuid] = entry.parent;
    } else if (NodeId& node = by_uuid_[entry.uuid]; node == kNoNode) {
      node = size();
      nodes_.push_back({i, i});
    } else {
      nodes_[index(node)].last = i;
    }
  }
  parents_.assign(nodes_.size(), kNoNode);
  for (NodeId node = 0; node < size(); ++node) {
    const Symbol parent = bridged(entry(node).parent);
    parents_[index(node)] = resolve(parent);
  }
}

// Follows progress lines to the first uuid that is none, and remembers the answer for all on the
// way, so that a long run of progress lines is walked once. A loop of them counts as a parent that
// is missing.
Symbol Tree::bridged(Symbol uuid) {
  std::vector<Symbol> way;
  while (is_bridge(uuid)) {
    way.push_back(uuid);
    is_bridge_[uuid] = false;  // seen on this walk
    uuid = bridge_to_[uuid];
  }
  for (const Symbol step : way) {
    is_bridge_[step] = true;
    bridge_to_[step] = uuid;
  }
  return uuid;
}

NodeId Tree::resolve(Symbol parent) const {
  if (is_bridge(parent)) parent = bridge_to_[parent];
  if (parent == kNoSymbol) return kNoNode;
  const NodeId node = find(parent);
  return node == kNoNode ? kMissingNode : node;
}

Children::Children(const std::vector<NodeId>& parents) : start_(parents.size() + 1) {
  for (const NodeId parent : parents) {
    if (parent >= 0) ++start_[static_cast<std::size_t>(parent) + 1];
  }
  for (std::size_t i = 1; i < start_.size(); ++i) start_[i] += start_[i - 1];
  list_.resize(start_.back());
  std::vector<std::uint32_t> next(start_.begin(), start_.end() - 1);
  for (std::size_t child = 0; child < parents.size(); ++child) {
    if (parents[child] < 0) continue;
    list_[next[static_cast<std::size_t>(parents[child])]++] = static_cast<NodeId>(child);
  }
}

}  // namespace clew
