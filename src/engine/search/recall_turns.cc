// SPDX-License-Identifier: MIT

#include "engine/search/recall_turns.h"

#include <algorithm>
#include <map>

namespace clew {
namespace {

// What was typed while the model worked belongs to the turn it was typed in: one answer ends both.
bool is_prompt(const Entry& entry) {
  return entry.prompt == PromptKind::kTyped || entry.prompt == PromptKind::kCommand;
}

// Each node gets the nearest prompt above it, itself included; links in a loop end where it closes.
std::vector<NodeId> prompts_above(const Tree& tree) {
  std::vector<NodeId> above(static_cast<std::size_t>(tree.size()), kNoNode);
  std::vector<NodeId> way;
  for (NodeId start = 0; start < tree.size(); ++start) {
    way.clear();
    NodeId node = start;
    NodeId prompt = kNoNode;
    while (prompt == kNoNode) {
      if (above[Tree::index(node)] != kNoNode) {
        prompt = above[Tree::index(node)];
        break;
      }
      way.push_back(node);
      const NodeId parent = tree.parent(node);
      const bool ends = parent < 0 || is_prompt(tree.entry(node)) ||
                        way.size() > static_cast<std::size_t>(tree.size());
      if (ends) prompt = node;
      node = parent;
    }
    for (const NodeId passed : way) above[Tree::index(passed)] = prompt;
  }
  return above;
}

}  // namespace

SessionTurns::SessionTurns(SharedSession session)
    : session_(std::move(session)), turn_of_(prompts_above(session_->tree())) {}

NodeId SessionTurns::node_at(std::int64_t offset) const {
  const std::vector<Entry>& entries = session_->transcript().entries;
  const auto entry =
      std::lower_bound(entries.begin(), entries.end(), offset,
                       [](const Entry& one, std::int64_t wanted) { return one.offset < wanted; });
  if (entry == entries.end() || entry->offset != offset || entry->uuid == kNoSymbol) return kNoNode;
  if (entry->compact_summary) return kNoNode;
  return session_->tree().find(entry->uuid);
}

std::vector<SessionTurns::Turn> SessionTurns::turns_of(std::span<const SearchHit> hits) const {
  std::map<NodeId, Turn> turns;
  for (const SearchHit& hit : hits) {
    const NodeId node = node_at(hit.offset);
    if (node < 0) continue;
    Turn& turn = turns[turn_of_[Tree::index(node)]];
    turn.prompt = turn_of_[Tree::index(node)];
    turn.hits.push_back(hit);
  }
  std::vector<Turn> out;
  for (auto& [prompt, turn] : turns) {
    std::stable_sort(turn.hits.begin(), turn.hits.end(),
                     [](const SearchHit& a, const SearchHit& b) { return a.offset < b.offset; });
    out.push_back(std::move(turn));
  }
  return out;
}

bool SessionTurns::has_prompt(const Turn& turn) const { return is_prompt(entry_of(turn)); }

Result<SessionTurns::Conclusion> SessionTurns::conclusion_of(const Turn& turn) const {
  const Tree& tree = session_->tree();
  std::vector<EntryIndex> entries;
  for (NodeId node = turn.prompt; node < tree.size(); ++node) {
    if (turn_of_[Tree::index(node)] == turn.prompt) entries.push_back(tree.last_line(node));
  }
  const std::vector<MessagePlan> plans = plan_messages(session_->transcript(), entries);
  FileLines lines = session_->lines();
  MessageReader reader(session_->transcript(), lines);
  for (auto plan = plans.rbegin(); plan != plans.rend(); ++plan) {
    if (plan->kind != MessageKind::kAnswer) continue;
    auto message = reader.read(*plan);
    if (!message) return message.error();
    if (message->text.find_first_not_of(" \n\t") == std::string::npos) continue;
    const Entry& first = session_->transcript()[plan->entries.front()];
    return Conclusion{std::string(session_->transcript().text(first.uuid)),
                      std::move(message->text)};
  }
  return Conclusion{};
}

}  // namespace clew
