// SPDX-License-Identifier: MIT
//
// What Claude Code 1.0 (1.0.128) loads on --resume: as 2.0, but lines of inline subagents compete
// too, which is how a resume there could end in a subagent; and a line behind a byte-order mark
// cannot be read. Attachments are not sent, API errors are.

#include "transcript/rules_impl.h"

namespace clew {
namespace {

constexpr SendRules kSend10{.api_errors = true, .blank_texts = true, .lone_thinking = true};

ChosenPath find_path_10(const Tree& tree, NodeId chosen) {
  const auto readable = [](const Entry& line) { return !line.after_bom; };
  ChosenPath path = newest_line_path(tree, chosen, readable, readable);
  if (path.tip == kNoEntry) path.refused = "No conversation found";
  return path;
}

}  // namespace

const Rules kRules10{RuleSet::k10, "1.0", find_path_10, &kSend10};

}  // namespace clew
