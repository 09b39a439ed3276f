// SPDX-License-Identifier: MIT
//
// Shared by the rule sets; not for use outside src/transcript. Each set is a file of its own,
// rules_<set>.cc, which says all that is particular to it.
#pragma once

#include <string_view>
#include <vector>

#include "transcript/rules.h"

namespace clew {

// What of a loaded chain goes out to the model (sent_entries.cc).
struct SendRules {
  // Which lines have a voice.
  bool api_errors = false;
  bool attachments = false;
  bool todo_reminders = false;  // attachments ...
  bool announcements = false;   // ... of tools, skills, agents and surroundings
  bool local_commands = false;  // system lines that hold one

  // Which blocks of them.
  bool blank_texts = false;
  bool lone_thinking = false;  // also without anything said or called, and of any model
  // Lines of one message id are one message, also with other answers and prompts between them, as
  // long as each message of the user there has a result of a tool.
  bool joins_across_answers = false;
  // A result counts in the message behind its call and nowhere else; a call whose result is
  // elsewhere, or that was interrupted in the last turn, goes out all the same.
  bool strict_results = false;
  bool results_first = false;  // before all other words of their message
};

struct Rules {
  RuleSet set;
  std::string_view name;
  ChosenPath (*find_path)(const Tree& tree, NodeId chosen);
  const SendRules* send;  // null: sends nothing, only lists lines
};

extern const Rules kRules21;
extern const Rules kRules20;
extern const Rules kRules10;
extern const Rules kRulesNewestLeaf;
extern const Rules kRulesSdk;

const Rules& rules_of(RuleSet set);

ChosenPath path_in_file_order(const Transcript& transcript);

bool is_compact_boundary(const Transcript& transcript, const Entry& entry);

// The messages that a compaction kept, in order; none if its segment does not hang together.
std::vector<NodeId> preserved_nodes(const Tree& tree, const Compaction& compaction);

// Leaves only what begins with the last compact_boundary of the chain.
void cut_at_compaction(const Tree& tree, std::vector<NodeId>& chain);

std::vector<EntryIndex> lines_of(const Tree& tree, const std::vector<NodeId>& chain);

// What 1.0 and 2.0 do: the newest of the lines that `competes`, leaf or not, and its parents as far
// as they are there and `readable`. No repair of any kind.
using IsSo = bool (*)(const Entry& line);
ChosenPath newest_line_path(const Tree& tree, NodeId chosen, IsSo competes, IsSo readable);

}  // namespace clew
