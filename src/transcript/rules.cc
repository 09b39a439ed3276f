// SPDX-License-Identifier: MIT

#include "transcript/rules.h"

#include <algorithm>

#include "transcript/rules_impl.h"

namespace clew {
namespace {

constexpr const Rules* kRules[] = {&kRules21, &kRules20, &kRules10, &kRulesNewestLeaf, &kRulesSdk};

}  // namespace

const Rules& rules_of(RuleSet set) {
  for (const Rules* rules : kRules) {
    if (rules->set == set) return *rules;
  }
  return kRules21;
}

std::string_view name_of(RuleSet rules) { return rules_of(rules).name; }

Result<RuleSet> parse_rule_set(std::string_view name) {
  std::string known;
  for (const Rules* rules : kRules) {
    if (rules->name == name) return rules->set;
    known += (known.empty() ? "" : ", ") + std::string(rules->name);
  }
  return Error{ErrorCode::kInvalid,
               "unknown rule set \"" + std::string(name) + "\"; there are " + known};
}

bool reads_in_file_order(const Transcript& transcript) {
  for (const Entry& entry : transcript.entries) {
    if (entry.is_conversation() && entry.uuid != kNoSymbol && !entry.streamed) return false;
  }
  return true;
}

ChosenPath path_in_file_order(const Transcript& transcript) {
  ChosenPath path;
  path.reason = "no tree in this file: read in its order";
  for (EntryIndex i = 0; i < transcript.count(); ++i) {
    if (!transcript[i].is_conversation() || transcript[i].sidechain) continue;
    path.chain.push_back(i);
    path.tip = i;
  }
  if (path.chain.empty()) path.refused = "No conversation found";
  return path;
}

ChosenPath find_path(const Tree& tree, RuleSet rules, Symbol leaf) {
  const NodeId chosen = leaf == kNoSymbol ? kNoNode : tree.find(leaf);
  ChosenPath path = rules_of(rules).find_path(tree, chosen);
  path.rules = rules;
  if (chosen >= 0) path.leaf = tree.last_line(chosen);
  return path;
}

bool is_compact_boundary(const Transcript& transcript, const Entry& entry) {
  return entry.type == EntryType::kSystem && transcript.text(entry.subtype) == "compact_boundary";
}

std::vector<NodeId> preserved_nodes(const Tree& tree, const Compaction& compaction) {
  std::vector<NodeId> nodes;
  if (compaction.by_list) {
    for (const Symbol uuid : compaction.preserved) {
      if (const NodeId node = tree.find(uuid); node != kNoNode) nodes.push_back(node);
    }
    return nodes;
  }
  const NodeId head = tree.find(compaction.head);
  std::vector<bool> seen(static_cast<std::size_t>(tree.size()), false);
  NodeId node = tree.find(compaction.tail);
  while (node >= 0 && !seen[Tree::index(node)]) {
    seen[Tree::index(node)] = true;
    nodes.push_back(node);
    if (node == head) {
      std::reverse(nodes.begin(), nodes.end());
      return nodes;
    }
    node = tree.parent(node);
  }
  return {};
}

void cut_at_compaction(const Tree& tree, std::vector<NodeId>& chain) {
  for (std::size_t i = chain.size(); i-- > 0;) {
    if (!is_compact_boundary(tree.transcript(), tree.entry(chain[i]))) continue;
    chain.erase(chain.begin(), chain.begin() + static_cast<std::ptrdiff_t>(i));
    return;
  }
}

std::vector<EntryIndex> lines_of(const Tree& tree, const std::vector<NodeId>& chain) {
  std::vector<EntryIndex> lines;
  lines.reserve(chain.size());
  for (const NodeId node : chain) lines.push_back(tree.last_line(node));
  return lines;
}

}  // namespace clew
