// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <memory>

#include "engine/call/arguments.h"
#include "engine/call/flow.h"
#include "engine/read/conversation_view.h"
#include "engine/read/session_answers.h"

namespace clew {

// Two branches of a session: how much they share, and what each has of its own. JSON and text are
// both made from this.
struct BranchDiff {
  // Their messages are those after the shared ones, which count as skipped before.
  std::shared_ptr<ConversationView> a;
  std::shared_ptr<ConversationView> b;
  std::size_t shared = 0;      // messages from the first on
  EntryIndex fork = kNoEntry;  // the last line of these

  const Session& session() const { return *a->session; }
};

// Takes the parameters of the operation `diff`.
Result<BranchDiff> open_branch_diff(Engine& engine, const Arguments& arguments);

struct BranchDiffAnswer {
  BranchDiff diff;
  Flow<ShownMessage> only_a;
  Flow<ShownMessage> only_b;

  SessionHead head() const { return head_of(diff.session()); }
  BranchPath path_of(const std::shared_ptr<ConversationView>& side) const {
    return {diff.session().transcript(), side->path, side->extras};
  }
};
Result<BranchDiffAnswer> diff_answer(Engine& engine, const Arguments& arguments);

template <>
inline constexpr auto kDescription<BranchDiffAnswer> = describe(
    "BranchDiff", "two branches of a session, compared",
    field("session", "what is known about the session", &BranchDiffAnswer::head),
    field("shared", "messages that both have, from the first on",
          [](const BranchDiffAnswer& d) { return d.diff.shared; }),
    field("fork", "the last line of these",
          [](const BranchDiffAnswer& d) {
            return uuid_of(d.diff.session().transcript(), d.diff.fork);
          }),
    field("a", "the first branch", [](const BranchDiffAnswer& d) { return d.path_of(d.diff.a); }),
    field("onlyA", "messages that only the first has", &BranchDiffAnswer::only_a),
    field("b", "the second branch", [](const BranchDiffAnswer& d) { return d.path_of(d.diff.b); }),
    field("onlyB", "messages that only the second has", &BranchDiffAnswer::only_b));
inline bool holds_nothing(const BranchDiffAnswer& answer) {
  return answer.diff.a->messages.empty() && answer.diff.b->messages.empty();
}

}  // namespace clew
