// SPDX-License-Identifier: MIT

#include "engine/read/branch_diff.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/read/message_flow.h"
#include "engine/read/open_session.h"

namespace clew {
namespace {

bool is_same_call(const ToolCallPlan& a, const ToolCallPlan& b) {
  return a.call == b.call && a.block == b.block &&
         std::equal(a.results.begin(), a.results.end(), b.results.begin(), b.results.end());
}

// Of the same lines, also those of results: a fork may lie between a call and its result.
bool is_same_message(const MessagePlan& a, const MessagePlan& b) {
  return std::equal(a.entries.begin(), a.entries.end(), b.entries.begin(), b.entries.end()) &&
         std::equal(a.tools.begin(), a.tools.end(), b.tools.begin(), b.tools.end(), is_same_call);
}

std::string short_tip(const Transcript& t, EntryIndex tip) {
  return std::string(t.text(t[tip].uuid).substr(0, 8));
}

struct Tips {
  std::string a;
  std::string b;  // empty: the active branch
};

// Nobody said which branches are meant: where there are two, there is no question.
Result<Tips> only_two(const Session& session, const ChosenPath& active) {
  const Transcript& t = session.transcript();
  const std::vector<Branch> branches = find_branches(session.messages(), active);
  if (branches.size() == 2) {
    const auto uuid = [&](const Branch& branch) { return std::string(t.text(t[branch.tip].uuid)); };
    return Tips{uuid(branches[0]), uuid(branches[1])};
  }
  if (branches.size() < 2) return Tips{};  // the same twice: an answer that holds nothing
  constexpr std::size_t kNamed = 12;
  std::string names;
  for (std::size_t i = 0; i < std::min(branches.size(), kNamed); ++i) {
    names += (i ? ", " : "") + short_tip(t, branches[i].tip);
  }
  if (branches.size() > kNamed) names += ", …";
  return Error{ErrorCode::kInvalid, "this session has " + std::to_string(branches.size()) +
                                        " branches; say which two are meant: " + names +
                                        " (clew branches says more about them)"};
}

Result<Tips> tips_of(const Session& session, RuleSet rules, const Arguments& arguments) {
  Tips tips{arguments.text("a"), arguments.text("b")};
  if (!tips.a.empty()) return tips;
  auto active = session.path(rules, "");
  if (!active) return active.error();
  return only_two(session, *active);
}

Result<std::shared_ptr<ConversationView>> open_side(Engine& engine, const SharedSession& session,
                                                    RuleSet rules, const std::string& tip) {
  auto path = session->path(rules, tip);
  if (!path) return path.error();
  auto view = whole_branch(engine, {session, std::move(*path)});
  if (!view) return view.error();
  return std::make_shared<ConversationView>(std::move(*view));
}

void drop_shared(ConversationView& view, std::size_t shared) {
  view.messages.erase(view.messages.begin(),
                      view.messages.begin() + static_cast<std::ptrdiff_t>(shared));
  view.skipped_before = shared;
  keep_snapshots_shown(view);
}

}  // namespace

Result<BranchDiff> open_branch_diff(Engine& engine, const Arguments& arguments) {
  const auto rules = parse_rule_set(arguments.text("rules"));
  if (!rules) return rules.error();
  const auto session = open_session(engine, arguments.text("session"));
  if (!session) return session.error();
  const auto tips = tips_of(**session, *rules, arguments);
  if (!tips) return tips.error();
  auto a = open_side(engine, *session, *rules, tips->a);
  if (!a) return a.error();
  auto b = open_side(engine, *session, *rules, tips->b);
  if (!b) return b.error();
  BranchDiff diff{std::move(*a), std::move(*b)};
  const auto& left = diff.a->messages;
  const auto& right = diff.b->messages;
  const auto parts =
      std::mismatch(left.begin(), left.end(), right.begin(), right.end(), is_same_message);
  diff.shared = static_cast<std::size_t>(parts.first - left.begin());
  if (diff.shared > 0) diff.fork = left[diff.shared - 1].entries.back();
  drop_shared(*diff.a, diff.shared);
  drop_shared(*diff.b, diff.shared);
  return diff;
}

Result<BranchDiffAnswer> diff_answer(Engine& engine, const Arguments& arguments) {
  auto diff = open_branch_diff(engine, arguments);
  if (!diff) return diff.error();
  const TextLimit limit{static_cast<std::size_t>(
      arguments.maybe_integer("longest-text").value_or(std::numeric_limits<std::int64_t>::max()))};
  auto only_a = message_flow(diff->a, limit);
  auto only_b = message_flow(diff->b, limit);
  return BranchDiffAnswer{std::move(*diff), std::move(only_a), std::move(only_b)};
}

}  // namespace clew
