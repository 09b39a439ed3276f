// SPDX-License-Identifier: MIT

#include "engine/lists/plans_answer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "engine/lists/hidden_sessions.h"

namespace clew {
namespace {

// Sessions by their roots and slugs, hidden ones too.
struct Planned {
  std::vector<PlanSession> seen;
  bool any_hidden = false;
};
using PlannedSessions = std::map<std::pair<std::string, std::string>, Planned>;

Result<PlannedSessions> planned_sessions(Engine& engine, bool show_hidden) {
  auto list = list_with_cache(engine, {.empty = true, .show_hidden = true});
  if (!list) return list.error();
  PlannedSessions planned;
  for (const SessionRow& row : list->sessions) {
    const FactsView facts = row.facts();
    if (facts.slug.empty()) continue;
    Planned& one = planned[{list->folders[row.folder].root, std::string(facts.slug)}];
    if (row.hidden && !show_hidden) {
      one.any_hidden = true;
    } else {
      one.seen.push_back({std::string(facts.id), short_name(facts)});
    }
  }
  return planned;
}

// Only what belongs to this session.
Result<void> keep_session(Engine& engine, const std::string& name, PlansAnswer& answer) {
  auto named = engine.locate(name);
  if (!named) return named.error();
  const std::string& id = named->id.text();
  std::erase_if(answer.plans, [&](const ListedPlan& plan) {
    return std::none_of(plan.sessions.begin(), plan.sessions.end(),
                        [&](const PlanSession& session) { return session.id == id; });
  });
  std::erase_if(answer.timelines, [&](const Timeline& one) { return one.session != id; });
  if (answer.plans.empty()) return {};
  const Plan& plan = answer.plans.front().plan;
  auto content = read_plan(engine.files(), plan.root, plan.slug);
  if (!content) return content.error();
  answer.content = std::move(*content);
  return {};
}

}  // namespace

Result<PlansAnswer> plans_answer(Engine& engine, const Arguments& arguments) {
  const auto name = arguments.maybe_text("session");
  // Who names a session is shown it.
  const bool show_hidden = arguments.flag("hidden") || name.has_value();
  auto planned = planned_sessions(engine, show_hidden);
  if (!planned) return planned.error();
  const auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  Plans found = find_plans(engine.files(), engine.roots().paths);
  PlansAnswer answer;
  answer.findings = std::move(found.findings);
  for (Plan& plan : found.plans) {
    Planned sessions = (*planned)[{plan.root, plan.slug}];
    if (sessions.seen.empty() && sessions.any_hidden) continue;
    answer.plans.push_back({std::move(plan), std::move(sessions.seen)});
  }
  for (Timeline& timeline : found.timelines) {
    const bool hides = !show_hidden && hidden->hides(timeline.key, timeline.session);
    if (!hides) answer.timelines.push_back(std::move(timeline));
  }
  if (name) {
    if (auto kept = keep_session(engine, *name, answer); !kept) return kept.error();
  }
  return answer;
}

}  // namespace clew
