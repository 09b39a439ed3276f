// SPDX-License-Identifier: MIT
#include "drive/resume_plan.h"

#include <algorithm>

namespace clew {
namespace {

class Planner {
 public:
  Planner(const MessageTree& messages, RuleSet rules)
      : tree_(messages.tree()), t_(tree_.transcript()), rules_(rules) {}

  Result<void> load() {
    active_ = find_path(tree_, rules_);
    on_active_.assign(static_cast<std::size_t>(t_.count()), false);
    for (const EntryIndex line : active_.chain) on_active_[static_cast<std::size_t>(line)] = true;
    if (active_.refused.empty()) return {};
    return Error{ErrorCode::kInvalid, "claude would not resume this session: " + active_.refused};
  }

  const ChosenPath& active() const { return active_; }
  bool on_active(EntryIndex entry) const { return on_active_[static_cast<std::size_t>(entry)]; }
  NodeId node_of(EntryIndex entry) const { return tree_.find(t_[entry].uuid); }

  // The line before `entry` that the program takes as a place to go on from, or kNoEntry.
  EntryIndex before(EntryIndex entry) const {
    NodeId node = tree_.parent(node_of(entry));
    if (node == kMissingNode) return before_in_chain(entry);
    // Loops of parents are possible: no way is longer than the number of nodes.
    for (NodeId steps = 0; node >= 0 && steps < tree_.size(); ++steps) {
      const EntryIndex line = tree_.last_line(node);
      if (is_place(t_[line])) return line;
      const NodeId up = tree_.parent(node);
      if (up == kMissingNode) return before_in_chain(line);
      node = up;
    }
    return kNoEntry;
  }

  // What --resume-session-at wants for this line; empty when there is nothing.
  std::string place_of(EntryIndex& line) const {
    if (rules_ != RuleSet::k10) return std::string(t_.text(t_[line].uuid));
    // 1.0 takes the id of an answer; what stood between that and the line is lost.
    while (line != kNoEntry && t_[line].message_id == kNoSymbol) line = before(line);
    return line == kNoEntry ? std::string() : std::string(t_.text(t_[line].message_id));
  }

  // Lines up to and including `keep`, as the program would load them.
  std::vector<EntryIndex> way_to(EntryIndex keep) const {
    return find_path(tree_, rules_, t_[keep].uuid).chain;
  }

  // The lines of the conversation that `entry` is on, which is the active one when it is on it,
  // else the one that ends in its last descendant.
  std::vector<EntryIndex> conversation_of(EntryIndex entry) const {
    if (on_active(entry)) return active_.chain;
    const NodeId from = node_of(entry);
    std::vector<bool> below(Tree::index(tree_.size()), false);
    below[Tree::index(from)] = true;
    NodeId last = from;
    for (NodeId node = 0; node < tree_.size(); ++node) {
      const NodeId parent = tree_.parent(node);
      if (parent < 0 || !below[Tree::index(parent)]) continue;
      below[Tree::index(node)] = true;
      if (!tree_.entry(node).sidechain) last = node;
    }
    return way_to(tree_.last_line(last));
  }

  void fill_lines(ResumePlan& plan, EntryIndex of) const {
    if (plan.keep != kNoEntry) plan.kept = way_to(plan.keep);
    std::vector<bool> kept(static_cast<std::size_t>(t_.count()), false);
    for (const EntryIndex line : plan.kept) kept[static_cast<std::size_t>(line)] = true;
    for (const EntryIndex line : conversation_of(of)) {
      if (!kept[static_cast<std::size_t>(line)]) plan.dropped.push_back(line);
    }
  }

 private:
  // Lines that 2.0 and 2.1 were seen to accept.
  static bool is_place(const Entry& entry) {
    return entry.is_conversation() || entry.type == EntryType::kAttachment;
  }

  EntryIndex before_in_chain(EntryIndex entry) const {
    const auto found = std::find(active_.chain.begin(), active_.chain.end(), entry);
    if (found == active_.chain.end()) return kNoEntry;
    for (auto line = found; line != active_.chain.begin();) {
      if (is_place(t_[*--line])) return *line;
    }
    return kNoEntry;
  }

  const Tree& tree_;
  const Transcript& t_;
  RuleSet rules_;
  ChosenPath active_;
  std::vector<bool> on_active_;  // by line
};

bool is_prompt(const Entry& entry) {
  switch (entry.prompt) {
    case PromptKind::kTyped:
    case PromptKind::kQueued:
    case PromptKind::kCommand:
    case PromptKind::kShell:
      return true;
    default:
      return false;
  }
}

Error not_in_tree(const Transcript& t, EntryIndex entry) {
  return {ErrorCode::kInvalid, "line " + std::to_string(t[entry].line) +
                                   " is not part of the conversation (" +
                                   std::string(t.type_name(t[entry])) + ")"};
}

// Same file or copy, for a plan that keeps everything up to plan.keep.
void choose_way(const Planner& planner, Fork fork, ResumePlan& plan) {
  using How = ResumePlan::How;
  plan.how = How::kFork;
  if (fork == Fork::kAlways) {
    plan.reason = "a copy was asked for";
  } else if (!planner.on_active(plan.keep)) {
    plan.reason = "the line is not on the active branch, where alone claude can continue";
  } else {
    EntryIndex keep = plan.keep;
    plan.at = planner.place_of(keep);
    if (plan.at.empty()) {
      plan.reason = "this version of claude cannot continue there";
    } else {
      plan.how = How::kSameFile;
      plan.keep = keep;
    }
  }
}

}  // namespace

std::string_view name_of(ResumePlan::How how) {
  switch (how) {
    case ResumePlan::How::kEnd:
      return "end";
    case ResumePlan::How::kSameFile:
      return "same-file";
    case ResumePlan::How::kFork:
      return "fork";
    case ResumePlan::How::kNewSession:
      return "new-session";
  }
  return "";
}

Result<ResumePlan> plan_resume(const MessageTree& messages, RuleSet rules,
                               std::optional<EntryIndex> at, Fork fork) {
  const Transcript& t = messages.tree().transcript();
  Planner planner(messages, rules);
  auto loaded = planner.load();
  ResumePlan plan;
  if (!at) {
    if (!loaded) return loaded.error();
    plan.keep = planner.active().tip;
    plan.kept = planner.active().chain;
    if (fork == Fork::kAlways) {
      plan.how = ResumePlan::How::kFork;
      plan.reason = "a copy was asked for";
    }
    return plan;
  }
  if (planner.node_of(*at) < 0) return not_in_tree(t, *at);
  plan.keep = *at;
  if (!t[*at].is_conversation() && t[*at].type != EntryType::kAttachment) {
    plan.keep = planner.before(*at);
    if (plan.keep == kNoEntry) return not_in_tree(t, *at);
  }
  choose_way(planner, fork, plan);
  planner.fill_lines(plan, *at);
  if (plan.how == ResumePlan::How::kSameFile && plan.dropped.empty())
    plan.how = ResumePlan::How::kEnd;
  if (plan.how == ResumePlan::How::kEnd) plan.at.clear();
  return plan;
}

Result<ResumePlan> plan_edit(const MessageTree& messages, RuleSet rules, EntryIndex prompt,
                             Fork fork) {
  const Transcript& t = messages.tree().transcript();
  Planner planner(messages, rules);
  auto loaded = planner.load();
  if (planner.node_of(prompt) < 0) return not_in_tree(t, prompt);
  if (!is_prompt(t[prompt])) {
    return Error{ErrorCode::kInvalid,
                 "line " + std::to_string(t[prompt].line) +
                     " is not a prompt; only prompts can be edited. To continue from there: clew "
                     "resume SESSION PROMPT --at " +
                     std::string(t.text(t[prompt].uuid))};
  }
  ResumePlan plan;
  plan.keep = planner.before(prompt);
  if (plan.keep == kNoEntry) {
    plan.how = ResumePlan::How::kNewSession;
    plan.reason = "nothing stands before the first prompt, so a new session begins with it";
  } else {
    choose_way(planner, fork, plan);
  }
  planner.fill_lines(plan, prompt);
  return plan;
}

}  // namespace clew
