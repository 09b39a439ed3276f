// SPDX-License-Identifier: MIT

#include "base/text.h"
#include "serve/mcp/mcp_budget.h"
#include "serve/mcp/mcp_scope.h"
#include "serve/mcp/mcp_text.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kLineBytes = 300;
constexpr std::size_t kErrorBytes = 600;

// As many of a list's items as fit, each cleaned before; what does not fit is said.
class OutcomeFitter {
 public:
  OutcomeFitter(McpOutcome& outcome, const MaxChars& most) : outcome_(outcome), budget_(most) {
    (void)budget_.takes(outcome);
  }

  template <class Item, class Clean>
  void fit(std::vector<Item> items, std::vector<Item>& to, const Clean& clean,
           std::string_view what) {
    for (Item& item : items) {
      clean(item);
      if (!budget_.takes(item)) break;
      to.push_back(std::move(item));
    }
    if (to.size() == items.size()) return;
    outcome_.cut += (outcome_.cut.empty() ? "" : " ") + std::to_string(items.size() - to.size()) +
                    " more " + std::string(what) + ".";
  }

 private:
  McpOutcome& outcome_;
  AnswerBudget budget_;
};

McpOutcome beginning_of(const SessionOutcome& found, const MaxChars& most) {
  const SessionHead head = found.head();
  McpOutcome outcome;
  outcome.id = short_line(head.id);
  outcome.title = clean_text(head.title, kLineBytes);
  outcome.cwd = short_line(head.cwd);
  outcome.git_branch = short_line(head.git_branch);
  outcome.branches = found.branches;
  outcome.end = found.end;
  outcome.prompt = clean_text(found.prompt, text_limit(1000, most));
  outcome.answer = clean_text(found.answer, text_limit(6000, most));
  outcome.answer_uuid = short_line(found.answer_uuid);
  outcome.answered = found.answered;
  outcome.resume = found.resume;
  return outcome;
}

}  // namespace

Result<McpOutcome> tool_session_outcome(const ToolContext& context,
                                        const SessionOutcomeInput& input) {
  auto session = session_in_scope(context, input.session);
  if (!session) return session.error();
  const Arguments::Given given{{"session", {std::move(*session)}}};
  auto found = answer_of<session_outcome>(context.engine, given, context.options);
  if (!found) return found.error();
  McpOutcome outcome = beginning_of(*found, input.max_chars);
  OutcomeFitter fitter(outcome, input.max_chars);
  fitter.fit(
      std::move(found->todos), outcome.todos,
      [](OpenTodo& todo) {
        todo = {clean_text(todo.text, kLineBytes), short_line(todo.status)};
      },
      "todos");
  fitter.fit(
      std::move(found->commits), outcome.commits,
      [](SessionCommit& made) {
        made.commit.subject = clean_text(made.commit.subject, kLineBytes);
        made.commit.branch = short_line(made.commit.branch);
        made.uuid = short_line(made.uuid);
      },
      "commits");
  fitter.fit(
      std::move(found->errors), outcome.errors,
      [](EndError& error) {
        error = {short_line(error.what), clean_text(error.text, kErrorBytes),
                 short_line(error.uuid)};
      },
      "errors");
  fitter.fit(
      std::move(found->files), outcome.files,
      [](ChangedFile& file) { file.path = short_line(file.path); }, "files");
  return outcome;
}

}  // namespace clew
