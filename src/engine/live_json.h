// SPDX-License-Identifier: MIT
//
// The JSON of events about sessions; docs/live.md describes the fields.
#pragma once

#include <string>

#include "catalog/live_registry.h"
#include "catalog/session_facts.h"
#include "ingest/transcript_tail.h"
#include "ingest/transcript_watch.h"
#include "usage/money.h"
#include "usage/prices.h"
#include "usage/tokens.h"

namespace clew {

// What a turn took: all responses that this file has since the prompt. Subagents with files of
// their own are not in it.
struct TurnCost {
  std::int64_t responses = 0;
  std::int64_t tools = 0;
  std::int64_t duration_ms = -1;
  TokenSums tokens;
  NanoUsd cost = 0;
  bool priced = true;  // false: the price of some model is not known
};

TurnCost cost_of_turn(const Transcript& transcript, EntryIndex first, const PriceTable& prices);

// The row of a session as `list` has it, as far as its own file tells.
std::string row_json(const WatchedFile& file, const SessionFacts& facts);

std::string facts_payload(const std::string& agent, const std::string& row, bool reload);
std::string growth_payload(const std::string& agent, const Transcript& transcript,
                           const TailGrowth& growth, std::int64_t size);
std::string agent_payload(const std::string& agent);
std::string running_payload(const LiveSession* running);

}  // namespace clew
