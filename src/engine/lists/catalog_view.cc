// SPDX-License-Identifier: MIT

#include "engine/lists/catalog_view.h"

#include <algorithm>
#include <utility>

#include "catalog/list/hidden_list.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/lists/session_list.h"
#include "engine/read/open_session.h"

namespace clew {

TimeMs last_used(const ProjectsView& view, const Project& project) {
  TimeMs last = kNoTime;
  for (const std::size_t session : project.sessions) {
    last = std::max(last, view.list.sessions[session].facts().updated_at());
  }
  return last;
}

Result<ProjectsView> open_projects(Engine& engine, const Arguments& arguments) {
  ListOptions options;
  options.show_hidden = arguments.flag("hidden");
  auto list = list_with_cache(engine, options);
  if (!list) return list.error();
  ProjectsView view{std::move(*list), {}};
  view.projects = projects_of(engine.files(), view.list);
  if (options.show_hidden) return view;
  // The list left out the sessions; an empty row would still name the project.
  const auto hidden = read_hidden_list(engine.files(), engine.options().own.hidden());
  if (!hidden) return hidden.error();
  std::erase_if(view.projects, [&](const Project& project) {
    return project.sessions.empty() && hidden->hides_project(view.list.folders[project.folder].key);
  });
  return view;
}

Result<PromptHistory> open_prompts(Engine& engine, const Arguments& arguments) {
  PromptFilter filter;
  filter.words = arguments.text("query");
  filter.project = arguments.text("project");
  filter.session = arguments.text("session");
  filter.limit = arguments.integer("limit");
  const auto when = time_bounds(engine, arguments);
  if (!when) return when.error();
  filter.when = *when;
  const auto hidden = HiddenSessions::read(engine, arguments);
  if (!hidden) return hidden.error();
  if (!hidden->empty() && filter.session.empty()) {
    filter.is_hidden = [&](const TypedPrompt& prompt) {
      return hidden->hides_prompt(prompt.project, prompt.session);
    };
  }
  return read_prompt_history(engine.files(), engine.roots().paths, filter);
}

Result<Subagents> open_agents(Engine& engine, const Arguments& arguments) {
  auto session = open_session(engine, arguments.text("session"));
  if (!session) return session.error();
  Subagents found = find_subagents(engine.files(), (*session)->file());
  join_with_calls((*session)->transcript(), (*session)->opened_file(), found.agents);
  if (!arguments.flag("warmups")) {
    std::erase_if(found.agents,
                  [](const Subagent& agent) { return agent.kind == SubagentKind::kWarmup; });
  }
  return found;
}

}  // namespace clew
