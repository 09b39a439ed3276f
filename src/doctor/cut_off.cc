// SPDX-License-Identifier: MIT
#include "doctor/cut_off.h"

#include <algorithm>
#include <set>

#include "transcript/parallel_calls.h"

namespace clew {
namespace {

bool is_boundary(const Transcript& t, const Entry& line) {
  return t.text(line.subtype) == "compact_boundary";
}

// Whether something was said before this line that a reader could expect to be remembered.
bool has_words_before(const Transcript& t, EntryIndex line, const std::set<EntryIndex>& loaded) {
  for (EntryIndex i = line - 1; i >= 0; --i) {
    if (t[i].type == EntryType::kSystem && is_boundary(t, t[i])) return false;
    if (t[i].is_node() && t[i].is_conversation() && !t[i].sidechain && !t[i].meta &&
        t[i].prompt != PromptKind::kCaveat && !loaded.contains(i)) {
      return true;
    }
  }
  return false;
}

bool can_begin(const Transcript& t, const std::vector<EntryIndex>& chain) {
  for (const EntryIndex line : chain) {
    if (!t[line].is_conversation() || t[line].meta) continue;
    return t[line].type == EntryType::kUser && !has_results(t, t[line]);
  }
  return true;
}

bool leads_to_itself(const Tree& tree, NodeId node) {
  NodeId up = tree.parent(node);
  for (NodeId steps = 0; up >= 0 && steps < tree.size(); ++steps) {
    if (up == node) return true;
    up = tree.parent(up);
  }
  return false;
}

}  // namespace

bool has_circle(const Tree& tree) {
  std::vector<NodeId> seen_from(Tree::index(tree.size()), kNoNode);  // the node that led there
  for (NodeId start = 0; start < tree.size(); ++start) {
    NodeId node = start;
    while (node >= 0 && seen_from[Tree::index(node)] == kNoNode) {
      seen_from[Tree::index(node)] = start;
      node = tree.parent(node);
    }
    if (node >= 0 && seen_from[Tree::index(node)] == start) return true;
  }
  return false;
}

CutOff cut_off(const Tree& tree, const std::vector<EntryIndex>& chain) {
  const Transcript& t = tree.transcript();
  if (chain.empty()) return CutOff::kNo;
  const Entry& first = t[chain.front()];
  const NodeId node = tree.find(first.uuid);
  if (node < 0 || first.sidechain || is_boundary(t, first)) return CutOff::kNo;
  const std::set<EntryIndex> loaded(chain.begin(), chain.end());
  if (!has_words_before(t, tree.first_line(node), loaded)) return CutOff::kNo;
  const NodeId parent = tree.parent(node);
  if (parent == kMissingNode) return CutOff::kMissing;
  if (parent == kNoNode) return can_begin(t, chain) ? CutOff::kNo : CutOff::kNoParent;
  return leads_to_itself(tree, node) ? CutOff::kCircle : CutOff::kNo;
}

}  // namespace clew
