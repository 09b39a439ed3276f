// SPDX-License-Identifier: MIT

#include "engine/lists/catalog_view.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "catalog/list/hidden_list.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/hidden_sessions.h"
#include "engine/lists/session_list.h"
#include "engine/read/open_session.h"
#include "os/paths.h"
#include "search/filters.h"
#include "search/passage_matcher.h"

namespace clew {

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

namespace {

// Of the filters those that a typed prompt can be asked about.
Result<void> check_filters(const Query& query) {
  for (const QueryFilter& filter : query.filters) {
    switch (filter.kind) {
      case QueryFilter::Kind::kProject:
      case QueryFilter::Kind::kSession:
      case QueryFilter::Kind::kSince:
      case QueryFilter::Kind::kUntil:
        continue;
      default:
        return Error{ErrorCode::kInvalid,
                     "column " + std::to_string(filter.column) +
                         ": of typed prompts only project:, session:, since: and until: are known"};
    }
  }
  return {};
}

// Asked one by one; the filters as a search asks them of a file and of a line.
class PromptQuery {
 public:
  explicit PromptQuery(Query query) : query_(std::move(query)), matcher_(query_) {}

  bool holds(const TypedPrompt& prompt) {
    const Filters filters(query_);
    TranscriptFile file;
    file.session = prompt.session;
    file.project = prompt.project;
    PassageLine line;
    line.time = prompt.time;
    return filters.file_passes(file) && filters.passage_passes(line, {}) &&
           matcher_.matches(prompt.text);
  }

 private:
  Query query_;
  PassageMatcher matcher_;
};

// Nothing when no words were given.
Result<std::shared_ptr<PromptQuery>> prompt_query(Engine& engine, const Arguments& arguments) {
  std::string text;
  for (const std::string& word : arguments.list("query")) text += (text.empty() ? "" : " ") + word;
  if (text.empty()) return std::shared_ptr<PromptQuery>();
  const auto clock = clock_of(engine, arguments);
  if (!clock) return clock.error();
  auto query = parse_query(text, *clock);
  if (!query) return query.error();
  if (auto checked = check_filters(*query); !checked) return checked.error();
  for (QueryFilter& filter : query->filters) {
    if (filter.kind != QueryFilter::Kind::kSession) continue;
    auto id = session_id_meant(engine, filter.value);
    if (!id) return id.error();
    filter.value = std::move(*id);
  }
  return std::make_shared<PromptQuery>(std::move(*query));
}

}  // namespace

Result<PromptHistory> open_prompts(Engine& engine, const Arguments& arguments) {
  PromptFilter filter;
  const auto query = prompt_query(engine, arguments);
  if (!query) return query.error();
  if (*query) filter.is_wanted = [&](const TypedPrompt& prompt) { return (*query)->holds(prompt); };
  if (const auto name = arguments.maybe_text("project")) {
    auto project = project_meant(engine, *name, arguments.flag("hidden"));
    if (!project) return project.error();
    filter.project = std::move(*project);
  }
  if (const auto name = arguments.maybe_text("session")) {
    auto id = session_id_meant(engine, *name);
    if (!id) return id.error();
    filter.session = std::move(*id);
  }
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
  Subagents found = subagents_of(engine, **session);
  if (!arguments.flag("warmups")) {
    std::erase_if(found.agents,
                  [](const Subagent& agent) { return agent.kind == SubagentKind::kWarmup; });
  }
  // By its id where that is enough.
  const auto by_id = engine.locate(std::string(stem((*session)->file())));
  const bool is_known = by_id && by_id->path == (*session)->file();
  const std::string name = is_known ? by_id->id.text() : (*session)->file();
  for (Subagent& agent : found.agents)
    agent.open = "clew show " + shell_word(name) + " --agent " + shell_word(agent.id);
  return found;
}

}  // namespace clew
