// SPDX-License-Identifier: MIT

#include "engine/live_answers.h"

#include <algorithm>
#include <map>

namespace clew {
namespace {

struct Response {
  Tokens tokens;
  Symbol model = kNoSymbol;
  TimeMs time = kNoTime;
};

// By message.id.
std::map<Symbol, Response> responses_of(const Transcript& t, EntryIndex first) {
  std::map<Symbol, Response> responses;
  for (EntryIndex i = first; i < t.count(); ++i) {
    const Entry& line = t[i];
    if (line.type != EntryType::kAssistant || line.usage < 0 || line.message_id == kNoSymbol) {
      continue;
    }
    Response& response = responses[line.message_id];
    response.tokens.raise(t.usages[static_cast<std::size_t>(line.usage)]);
    if (response.model == kNoSymbol) response.model = line.model;
    if (response.time == kNoTime) response.time = line.time;
  }
  return responses;
}

}  // namespace

TurnCost cost_of_turn(const Transcript& t, EntryIndex first, const PriceTable& prices) {
  TurnCost turn;
  for (const auto& [id, response] : responses_of(t, first)) {
    const std::string_view model = t.text(response.model);
    if (model == kSyntheticModel) continue;
    const Cost cost = prices.cost(model, response.time, response.tokens, 0);
    ++turn.responses;
    turn.tokens += sums_of(response.tokens);
    turn.cost += cost.total();
    if (cost.rule == nullptr) turn.priced = false;
  }
  TimeMs last = kNoTime;
  for (EntryIndex i = first; i < t.count(); ++i) {
    if (t[i].time != kNoTime) last = std::max(last, t[i].time);
    for (const Block& block : t.blocks_of(t[i])) {
      if (block.kind == BlockKind::kToolUse) ++turn.tools;
    }
  }
  const TimeMs begin = t[first].time;
  if (begin != kNoTime && last >= begin) turn.duration_ms = last - begin;
  return turn;
}

std::optional<TurnCost> Appended::turn() const {
  if (!growth->turn_ended || growth->turn == kNoEntry) return std::nullopt;
  return cost_of_turn(*transcript, growth->turn, PriceTable::builtin());
}

}  // namespace clew
