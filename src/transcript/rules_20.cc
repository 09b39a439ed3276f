// SPDX-License-Identifier: MIT
//
// What Claude Code 2.0 (2.0.73) loads on --resume: the line with the newest timestamp, leaf or not,
// and its parents. Lines of subagents do not compete, but nothing keeps the way up from them.

#include "transcript/rules_impl.h"

namespace clew {
namespace {

constexpr SendRules kSend20{.attachments = true,
                            .todo_reminders = true,
                            .blank_texts = true,
                            .lone_thinking = true,
                            .joins_across_answers = true,
                            .results_first = true};

ChosenPath find_path_20(const Tree& tree, NodeId chosen) {
  const auto competes = [](const Entry& line) { return !line.sidechain; };
  const auto readable = [](const Entry&) { return true; };
  return newest_line_path(tree, chosen, competes, readable);
}

}  // namespace

const Rules kRules20{RuleSet::k20, "2.0", find_path_20, &kSend20};

}  // namespace clew
