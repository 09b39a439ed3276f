// SPDX-License-Identifier: MIT

#include "engine/usage/usage_origin.h"

#include <algorithm>
#include <map>
#include <string>

#include "catalog/list/git_remote.h"
#include "engine/lists/session_list.h"
#include "team/team_tree.h"
#include "usage/periods.h"

namespace clew {
namespace {

constexpr std::string_view kHere = "(this machine)";

// Names groups, each file once.
class Origins {
 public:
  Origins(Engine& engine, const Ledger& ledger, std::string_view kind)
      : engine_(engine), ledger_(ledger), kind_(kind) {}

  std::string name_of(FileId file) {
    const std::string& path = ledger_.file(file).path;
    if (kind_ == "repositories") return repository_of(file);
    const std::string_view machine = engine_.machine_of(path);
    if (machine.empty()) return std::string(kHere);
    const std::string_view person = person_of_machine(machine);
    return std::string(kind_ == "machines" || person.empty() ? machine : person);
  }

 private:
  std::string repository_of(FileId file) {
    const LedgerFile& facts = ledger_.file(file);
    const TeamTree* const team = engine_.team();
    if (team != nullptr && team->has(facts.path)) {
      const auto project = team->project_of(facts.path);
      if (!project) return facts.project;
      return project->remote.empty() ? project->folder : project->remote;
    }
    const auto [known, is_new] = repositories_.try_emplace(facts.project);
    if (is_new) {
      known->second = project_path_of(engine_.files(), ledger_, facts.project);
      const auto copy = find_copy(engine_.files(), known->second);
      if (copy && !copy->remote.empty()) known->second = copy->remote;
    }
    return known->second;
  }

  Engine& engine_;
  const Ledger& ledger_;
  const std::string_view kind_;
  std::map<std::string, std::string> repositories_;  // by key of a project
};

}  // namespace

bool is_usage_origin(std::string_view kind) {
  return kind == "people" || kind == "machines" || kind == "repositories";
}

UsageReport report_origins(Engine& engine, const UsageLedger& source,
                           const std::vector<std::size_t>& responses, std::string_view kind) {
  Origins origins(engine, *source.ledger, kind);
  std::map<FileId, std::size_t> group_of_file;
  std::map<std::string, std::size_t> group_of_name;
  std::vector<UsageGroup> groups;
  std::vector<std::size_t> labels;
  labels.reserve(responses.size());
  for (const std::size_t response : responses) {
    const FileId file = source.priced->row(response).file;
    const auto [place, is_new] = group_of_file.try_emplace(file, 0);
    if (is_new) {
      const std::string name = origins.name_of(file);
      const auto [group, is_new_name] = group_of_name.try_emplace(name, groups.size());
      if (is_new_name) groups.emplace_back().name = name;
      place->second = group->second;
    }
    labels.push_back(place->second);
  }
  UsageReport report = make_report(*source.priced, responses, std::move(groups), labels);
  std::stable_sort(report.groups.begin(), report.groups.end(),
                   [](const UsageGroup& a, const UsageGroup& b) {
                     return a.all.cost != b.all.cost ? a.all.cost > b.all.cost : a.name < b.name;
                   });
  return report;
}

TimeMs month_start(const TimeZone& zone, TimeMs now) {
  const TimeMs local = now + zone.offset_at(now);
  const DayNumber today = local / kDayMs - (local % kDayMs < 0 ? 1 : 0);
  const TimeMs midnight = first_day(PeriodKind::kMonth, today) * kDayMs;
  return midnight - zone.offset_at(midnight - zone.offset_at(now));
}

Result<std::vector<BudgetUse>> budget_uses(Engine& engine, const UsageLedger& source, TimeMs now) {
  std::vector<BudgetUse> uses;
  if (engine.team() == nullptr) return uses;
  const auto budgets = engine.team()->store().budgets();
  if (!budgets) return budgets.error();
  if (budgets->empty()) return uses;
  UsageFilter this_month;
  this_month.when.since = month_start(source.zone.zone, now);
  const std::vector<std::size_t> responses = select(*source.priced, this_month);
  const UsageReport people = report_origins(engine, source, responses, "people");
  const UsageReport repositories = report_origins(engine, source, responses, "repositories");
  for (const TeamBudget& budget : *budgets) {
    BudgetUse use{budget.kind, budget.name, budget.micro_usd * 1000};
    const UsageReport& report = budget.kind == "repository" ? repositories : people;
    for (const UsageGroup& group : report.groups) {
      if (budget.kind == "team" || group.name == budget.name) use.used += group.all.cost;
    }
    uses.push_back(std::move(use));
  }
  return uses;
}

}  // namespace clew
