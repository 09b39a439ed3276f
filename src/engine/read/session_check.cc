// SPDX-License-Identifier: MIT

#include "engine/read/session_check.h"

#include <algorithm>
#include <utility>

#include "transcript/conversation.h"

namespace clew {
namespace {

class Checker {
 public:
  explicit Checker(const Session& session)
      : session_(session), t_(session.transcript()), tree_(session.tree()) {}

  SessionCheck run() {
    check_.findings = t_.findings;
    check_.count = t_.finding_count;
    check_uuids_and_parents();
    check_loops();
    check_calls();
    std::stable_sort(check_.findings.begin(), check_.findings.end(),
                     [](const Finding& a, const Finding& b) { return a.line < b.line; });
    return std::move(check_);
  }

 private:
  void note(Finding::Kind kind, const Entry& line, std::string reason) {
    ++check_.count;
    if (check_.findings.size() >= 2 * Transcript::kMaxFindings) return;
    check_.findings.push_back({kind, {}, std::move(reason), line.line, line.offset, line.length});
  }

  void check_uuids_and_parents() {
    for (NodeId node = 0; node < tree_.size(); ++node) {
      const Entry& line = tree_.entry(node);
      if (tree_.first_line(node) != tree_.last_line(node)) {
        note(Finding::Kind::kDuplicateUuid, line,
             "uuid is also on line " + std::to_string(t_[tree_.first_line(node)].line));
      }
      if (tree_.parent(node) == kMissingNode) {
        note(Finding::Kind::kMissingParent, line,
             "parent " + std::string(t_.text(line.parent)) + " is not in the file");
      }
    }
  }

  void check_loops() {
    if (session_.messages().cycles() == 0) return;
    check_.count += session_.messages().cycles();
    check_.findings.push_back({Finding::Kind::kCycle,
                               {},
                               std::to_string(session_.messages().cycles()) +
                                   " group(s) of lines are their own ancestors"});
  }

  void check_calls() {
    std::vector<EntryIndex> all;
    all.reserve(t_.entries.size());
    for (EntryIndex i = 0; i < t_.count(); ++i) all.push_back(i);
    for (const MessagePlan& plan : plan_messages(t_, all)) {
      if (plan.kind == MessageKind::kOrphanResult) {
        note(Finding::Kind::kOrphanResult, t_[plan.entries.front()],
             "tool result whose call is not in the file");
      }
      for (const ToolCallPlan& tool : plan.tools) {
        if (tool.results.empty()) {
          note(Finding::Kind::kUnanswered, t_[tool.call], "tool call without a result");
        }
      }
    }
  }

  const Session& session_;
  const Transcript& t_;
  const Tree& tree_;
  SessionCheck check_;
};

}  // namespace

SessionCheck check_session(const Session& session) { return Checker(session).run(); }

}  // namespace clew
