// SPDX-License-Identifier: MIT
//
// What `plans` answers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "catalog/beside/plans.h"
#include "engine/lists/list_answers.h"

namespace clew {

struct PlanSession {
  std::string id;
  std::string name;
};
template <>
inline constexpr auto kDescription<PlanSession> =
    describe("PlanSession", "a session that works by a plan",
             field("id", "the session's id", &PlanSession::id),
             field("name", "a short name", &PlanSession::name));

struct ListedPlan {
  Plan plan;
  std::vector<PlanSession> sessions;  // newest first
};
template <>
inline constexpr auto kDescription<ListedPlan> = describe(
    "Plan", "a plan", field("slug", "its name", through(&ListedPlan::plan, &Plan::slug)),
    field("title", "its first line", or_null(through(&ListedPlan::plan, &Plan::title))),
    field("file", "where it lies", through(&ListedPlan::plan, &Plan::path)),
    field("root", "the configuration folder it lies in", through(&ListedPlan::plan, &Plan::root)),
    field("size", "bytes of the file", [](const ListedPlan& p) { return p.plan.file.size; }),
    field("modifiedAt", "time of the file",
          as_time([](const ListedPlan& p) { return p.plan.file.mtime_ns / 1'000'000; })),
    field("sessions", "who worked by it, newest first", &ListedPlan::sessions));

template <>
inline constexpr auto kDescription<Timeline> =
    describe("Timeline", "checkpoints of a session",
             field("session", "the session's id", &Timeline::session),
             field("project", "name of the project's folder", &Timeline::key),
             field("folder", "where they lie", &Timeline::path),
             field("modifiedAt", "time of the folder",
                   as_time([](const Timeline& t) { return t.file.mtime_ns / 1'000'000; })));

struct PlansAnswer {
  std::vector<ListedPlan> plans;
  std::vector<Timeline> timelines;
  std::optional<std::string> content;  // of the one plan that was asked for
  Findings findings;
};
template <>
inline constexpr auto kDescription<PlansAnswer> =
    describe("PlanList", "plans and checkpoints",
             field("plans", "the plans, last changed first", &PlansAnswer::plans),
             field_if_any("content", "with SESSION: the text of its plan", &PlansAnswer::content),
             field("timelines", "checkpoints that a desktop client made", &PlansAnswer::timelines),
             field("findings", kFindingsHelp, &PlansAnswer::findings));
inline bool holds_nothing(const PlansAnswer& answer) {
  return answer.plans.empty() && answer.timelines.empty();
}

Result<PlansAnswer> plans_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
