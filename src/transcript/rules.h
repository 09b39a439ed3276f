// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/small_list.h"
#include "transcript/tree.h"

namespace clew {

// How the end of the conversation and the way to it are found.
enum class RuleSet : std::uint8_t {
  k21,          // as Claude Code 2.1 does (checked against 2.1.325)
  k20,          // as 2.0 does (2.0.73)
  k10,          // as 1.0 does (1.0.128)
  kNewestLeaf,  // the classic walk: newest leaf by timestamp, then parentUuid
  kSdk,         // as the Agent SDK's getSessionMessages does (0.3.325)
};

std::string_view name_of(RuleSet rules);
constexpr RuleSet last_of(RuleSet) { return RuleSet::kSdk; }
Result<RuleSet> parse_rule_set(std::string_view name);

// The conversation that a rule set finds in a file.
struct ChosenPath {
  RuleSet rules = RuleSet::k21;
  EntryIndex tip = kNoEntry;
  EntryIndex leaf = kNoEntry;     // the line that was asked for, also when that is refused
  std::string reason;             // why this tip
  std::string refused;            // why the program would not resume at all; empty: it would
  std::vector<EntryIndex> chain;  // the lines that it loads, in order, attachments included
};

// True for files that have no tree: very old ones without uuids, and recorded streams. They can
// only be read in their order.
bool reads_in_file_order(const Transcript& transcript);

// `leaf` picks another end than the rules would: it must be the uuid of a node.
ChosenPath find_path(const Tree& tree, RuleSet rules, Symbol leaf = kNoSymbol);

// One message of the request that a resume would send.
struct SentMessage {
  struct Part {
    EntryIndex entry = kNoEntry;
    SmallList<std::uint32_t> blocks;  // which blocks of the line; attachments have none
  };
  bool assistant = false;
  std::vector<Part> parts;
};
std::vector<SentMessage> sent_messages(const Transcript& transcript, const ChosenPath& path);

// Exactly the lines that `claude --resume` would send to the model, in the order it sends them:
// what the CLI drops (API errors, calls without a result, ...) is gone, the lines of one message
// stand together. For kNewestLeaf and kSdk the chain as it is. The lines of sent_messages.
std::vector<EntryIndex> sent_entries(const Transcript& transcript, const ChosenPath& path);

}  // namespace clew
