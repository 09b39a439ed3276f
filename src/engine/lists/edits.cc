// SPDX-License-Identifier: MIT

#include "engine/lists/edits.h"

#include <algorithm>
#include <utility>

#include "catalog/edits/session_edits.h"
#include "catalog/edits/trash.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/hidden_list.h"
#include "catalog/list/live_registry.h"
#include "catalog/list/projects.h"
#include "engine/lists/session_list.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

LiveRegistry running_sessions(Engine& engine) {
  return read_live_registry(engine.files(), RealProcessProbe(), engine.roots().paths);
}

struct EditedSession {
  std::string id;
  PathBelow place;
};

Result<EditedSession> locate_to_edit(Engine& engine, const Arguments& arguments) {
  auto session = engine.locate(arguments.text("session"));
  if (!session) return session.error();
  auto place = place_to_edit(*session);
  if (!place) return place.error();
  return EditedSession{session->id.text(), std::move(*place)};
}

enum class Hide : bool { kNo, kYes };

void put(HiddenList::Names& list, const std::string& what, Hide hide) {
  if (hide == Hide::kYes) {
    list.insert(what);
  } else {
    list.erase(what);
  }
}

// Who hides a name that nothing has would believe that something is hidden.
Result<void> check_is_project(Engine& engine, const std::string& path) {
  auto list = list_with_cache(engine, {.show_hidden = true});
  if (!list) return list.error();
  const std::vector<Project> projects = projects_of(engine.files(), *list);
  const bool known = std::any_of(projects.begin(), projects.end(), [&](const Project& project) {
    return project.path == path || is_key_of(list->folders[project.folder].key, path);
  });
  if (known) return {};
  return Error{ErrorCode::kNotFound,
               "there is no project " + path + "; `clew projects` lists their folders"};
}

Result<Done> change_hidden(Engine& engine, const Arguments& arguments, Hide hide) {
  const std::string file = engine.options().own.hidden();
  auto list = read_hidden_list(engine.files(), file);
  if (!list) return list.error();
  std::string what;
  if (const auto project = arguments.maybe_text("project")) {
    what = resolve_path(engine.options().folder, *project);
    if (hide == Hide::kYes) {
      if (auto known = check_is_project(engine, what); !known) return known.error();
    } else if (!list->projects.contains(what)) {
      return Error{ErrorCode::kNotFound, what + " is not hidden"};
    }
    put(list->projects, what, hide);
  } else {
    const std::string name = arguments.text("session");
    if (name.empty()) {
      return Error{ErrorCode::kInvalid, "name a session, or a project with --project PATH"};
    }
    auto session = engine.locate(name);
    if (!session) return session.error();
    what = session->id.text();
    if (hide == Hide::kNo && !list->sessions.contains(what)) {
      return Error{ErrorCode::kNotFound, what + " is not hidden"};
    }
    put(list->sessions, what, hide);
  }
  if (auto written = write_hidden_list(engine.files(), file, *list); !written)
    return written.error();
  return Done{what +
              (hide == Hide::kYes ? " is hidden; clew list --hidden shows it" : " is shown again")};
}

}  // namespace

Result<Done> hide(Engine& engine, const Arguments& arguments) {
  return change_hidden(engine, arguments, Hide::kYes);
}

Result<Done> unhide(Engine& engine, const Arguments& arguments) {
  return change_hidden(engine, arguments, Hide::kNo);
}

Result<Done> rename(Engine& engine, const Arguments& arguments) {
  auto session = locate_to_edit(engine, arguments);
  if (!session) return session.error();
  const std::string title = arguments.text("title");
  auto done = rename_session(engine.files(), running_sessions(engine), session->place, title);
  if (!done) return done.error();
  return Done{session->id + " is now called " + title};
}

Result<Done> tag(Engine& engine, const Arguments& arguments) {
  auto session = locate_to_edit(engine, arguments);
  if (!session) return session.error();
  const std::string text = arguments.text("tag");
  auto done = tag_session(engine.files(), running_sessions(engine), session->place, text);
  if (!done) return done.error();
  return Done{text.empty() ? session->id + " has no tag any more"
                           : session->id + " is tagged " + text};
}

Result<Done> remove(Engine& engine, const Arguments& arguments) {
  auto session = locate_to_edit(engine, arguments);
  if (!session) return session.error();
  auto facts = FactsReader().read(engine.files(), session->place.text());
  const std::string title = facts ? short_name(*facts) : session->id;
  auto done = delete_session(engine.files(), running_sessions(engine), engine.options().own.trash(),
                             session->place, title, engine.options().now);
  if (!done) return done.error();
  return Done{session->id + " is in the trash; clew undelete " + session->id.substr(0, 8) +
              " brings it back"};
}

Result<Done> undelete(Engine& engine, const Arguments& arguments) {
  auto done =
      undelete_session(engine.files(), engine.options().own.trash(), arguments.text("session"),
                       {engine.roots().paths, engine.options().by_path});
  if (!done) return done.error();
  return Done{done->id + " is back"};
}

}  // namespace clew
