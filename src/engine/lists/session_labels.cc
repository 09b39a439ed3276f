// SPDX-License-Identifier: MIT

#include "engine/lists/session_labels.h"

#include <map>
#include <string_view>
#include <utility>

#include "engine/lists/session_list.h"

namespace clew {
namespace {

using Counts = std::map<std::string, std::int64_t, std::less<>>;

void count(Counts& counts, std::string_view name) {
  if (name.empty()) return;
  const auto found = counts.find(name);
  if (found == counts.end()) {
    counts.emplace(name, 1);
  } else {
    ++found->second;
  }
}

std::vector<LabelCount> taken(const Counts& counts) {
  std::vector<LabelCount> labels;
  labels.reserve(counts.size());
  for (const auto& [name, sessions] : counts) labels.push_back({name, sessions});
  return labels;
}

}  // namespace

Result<SessionLabels> session_labels(Engine& engine, const Arguments& arguments) {
  auto list = list_with_cache(engine, {.show_hidden = true, .stop = engine.stop()});
  if (!list) return list.error();
  SessionLabels labels;
  Counts projects;
  Counts branches;
  Counts models;
  Counts tags;
  Counts people;
  Counts machines;
  const auto machine_of = engine.machines();  // by root
  for (const SessionRow& row : list->sessions) {
    labels.hidden += row.hidden ? 1 : 0;
    if (row.hidden && !arguments.flag("hidden")) continue;
    const FactsView facts = row.facts();
    ++labels.sessions;
    count(projects, facts.cwd);
    count(branches, facts.git_branch);
    count(models, facts.model);
    count(tags, facts.labels.tag);
    if (const auto of = machine_of.find(list->folders[row.folder].root); of != machine_of.end()) {
      count(machines, of->second);
      count(people, person_of_machine(of->second));
    }
  }
  labels.projects = taken(std::move(projects));
  labels.branches = taken(std::move(branches));
  labels.models = taken(std::move(models));
  labels.tags = taken(std::move(tags));
  labels.people = taken(std::move(people));
  labels.machines = taken(std::move(machines));
  return labels;
}

}  // namespace clew
