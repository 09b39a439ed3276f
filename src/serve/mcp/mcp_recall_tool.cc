// SPDX-License-Identifier: MIT

#include <algorithm>

#include "base/text.h"
#include "serve/mcp/mcp_budget.h"
#include "serve/mcp/mcp_scope.h"
#include "serve/mcp/mcp_text.h"
#include "serve/mcp/mcp_tools.h"

namespace clew {
namespace {

constexpr std::size_t kQuestionBytes = 600;
constexpr std::size_t kNameBytes = 200;

void clean(RecalledTurn& turn, const MaxChars& most) {
  turn.uuid = short_line(turn.uuid);
  turn.conclusion_uuid = short_line(turn.conclusion_uuid);
  turn.found_uuid = short_line(turn.found_uuid);
  turn.question = clean_text(turn.question, kQuestionBytes);
  turn.conclusion = clean_text(turn.conclusion, text_limit(kUsualAnswer, most));
  turn.found = clean_text(turn.found, text_limit(kUsualAnswer, most));
  turn.open = short_line(turn.open);
}

// Whole turns as long as they fit, and no session without one; what is shown first is best.
// Returns how many turns are left out.
std::size_t fit(RecallAnswer& answer, const MaxChars& most) {
  AnswerBudget budget(most);
  std::size_t left_out = 0;
  bool full = false;
  std::vector<RecalledSession> kept;
  for (RecalledSession& session : answer.sessions) {
    std::vector<RecalledTurn> turns = std::move(session.turns);
    session.turns.clear();
    session.id = short_line(session.id);
    session.title = clean_text(session.title, kNameBytes);
    session.project = short_line(session.project);
    for (RecalledTurn& turn : turns) {
      clean(turn, most);
      RecalledSession alone = session;
      alone.turns = {turn};
      full = full || (session.turns.empty() ? !budget.takes(alone) : !budget.takes(turn));
      if (full) {
        ++left_out;
      } else {
        session.turns.push_back(std::move(turn));
      }
    }
    if (!session.turns.empty()) kept.push_back(std::move(session));
  }
  answer.sessions = std::move(kept);
  return left_out;
}

// Words that nothing in the scope holds.
bool has_any_of(const RecalledSession& session, const std::vector<std::string>& words) {
  const auto has = [&](const RecalledTurn& turn) {
    return std::find_first_of(turn.words.begin(), turn.words.end(), words.begin(), words.end()) !=
           turn.words.end();
  };
  return std::any_of(session.turns.begin(), session.turns.end(), has);
}

}  // namespace

Result<McpRecall> tool_recall(const ToolContext& context, const RecallInput& input) {
  Arguments::Given given{{"question", {input.question}},
                         {"limit", {std::to_string(input.limit.value)}},
                         {"max-chars", {std::to_string(input.max_chars.value)}}};
  const auto give = [&given](const char* name, const std::string& text) {
    if (!text.empty()) given[name] = {text};
  };
  give("since", input.times.since);
  give("until", input.times.until);
  const McpScope scope(context, input.project);
  scope.give_projects(given);
  auto answer = answer_of<recall_answer>(context.engine, given, context.options);
  if (!answer) return answer.error();
  McpLookedAt where{scope.name()};
  const bool lacks_something = answer->sessions.empty() || !answer->missing.empty();
  if (lacks_something && !scope.is_everything()) {
    given.erase("project");
    given["limit"] = {std::to_string(input.limit.kMost)};
    auto anywhere = answer_of<recall_answer>(context.engine, given, context.options);
    if (!anywhere) return anywhere.error();
    where.outside = std::count_if(
        anywhere->sessions.begin(), anywhere->sessions.end(),
        [&](const RecalledSession& session) { return has_any_of(session, answer->missing); });
  }
  for (std::string& word : answer->words) word = short_line(word);
  for (std::string& word : answer->missing) word = short_line(word);
  for (NearSession& near : answer->nearest) {
    near.id = short_line(near.id);
    near.name = clean_text(near.name, kNameBytes);
    near.project = short_line(near.project);
    for (std::string& word : near.words) word = short_line(word);
  }
  answer->findings.clear();  // about files of this machine, for its owner
  const std::size_t left_out = fit(*answer, input.max_chars);
  return McpRecall{std::move(where), std::move(*answer),
                   cut_by_budget(left_out, "of the turns found", input.max_chars,
                                 "ask for less at a time: project, since, limit")};
}

}  // namespace clew
