// SPDX-License-Identifier: MIT

#include "engine/lists/edits.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "catalog/edits/session_edits.h"
#include "catalog/edits/trash.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/hidden_list.h"
#include "catalog/list/live_registry.h"
#include "catalog/list/projects.h"
#include "catalog/list/session_marks.h"
#include "engine/lists/running_sessions.h"
#include "engine/lists/session_list.h"
#include "keep/keep_deletions.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

struct EditedSession {
  std::string id;
  PathBelow place;
};

Result<EditedSession> locate_to_edit(Engine& engine, const Arguments& arguments) {
  auto session = engine.locate(arguments.text("session"));
  if (!session) return session.error();
  const auto file = engine.files().stat(session->path);
  if (file && is_kept(*file)) {
    const std::string& id = session->id.text();
    return Error{ErrorCode::kInvalid, session->id.text() +
                                          " is not on the disk any more, only in the keep; clew "
                                          "restore " +
                                          id + " brings it back, clew hide " + id +
                                          " hides it, clew keep forget " + id +
                                          " removes it for good"};
  }
  if (engine.is_stored(session->path)) {
    const std::string& id = session->id.text();
    return Error{ErrorCode::kInvalid, session->id.text() +
                                          " is in the session store, where the Agent SDK renames, "
                                          "tags and deletes; clew restore " +
                                          id + " brings a copy to Claude Code, clew hide " + id +
                                          " hides it"};
  }
  auto place = place_to_edit(*session);
  if (!place) return place.error();
  return EditedSession{session->id.text(), std::move(*place)};
}

enum class Deleted : bool { kNo, kYes };

// What is kept of a deleted session must not look as if it were still there; of one that came back
// it must be found again when Claude Code deletes it.
Result<void> note_in_keep(Engine& engine, const TrashedSession& session, Deleted deleted) {
  if (engine.keep_place().machine.empty()) return {};
  std::vector<std::string> paths;
  for (const TrashedSession::Part& part : session.parts) paths.push_back(part.from);
  const TimeMs now = engine.options().now;
  const bool yes = deleted == Deleted::kYes;
  auto noted = yes ? note_deleted(engine.disk(), engine.keep_place(), paths, now)
                   : note_undeleted(engine.disk(), engine.keep_place(), paths, now);
  if (noted) return noted;
  return with_context(
      session.id + (yes ? " is in the trash, but what is kept of it is still listed"
                        : " is restored, but its kept copy still counts as deleted"),
      noted.error());
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

// What to say when what was given for a session is the folder of a project.
std::optional<Error> meant_as_project(Engine& engine, const std::string& name, Hide hide) {
  const auto project = project_meant(engine, name, true);
  if (!project || !check_is_project(engine, *project)) return std::nullopt;
  return Error{ErrorCode::kInvalid, name + " is a project, not a session: clew " +
                                        (hide == Hide::kYes ? "hide" : "unhide") + " --project " +
                                        shell_word(name)};
}

// The projects and sessions that were named: all of them, or none is changed.
Result<HiddenList> named_to_hide(Engine& engine, const Arguments& arguments,
                                 const HiddenList& hidden, Hide hide) {
  HiddenList named;
  for (const std::string& name : arguments.list("project")) {
    auto project = project_meant(engine, name, true);
    if (!project) return project.error();
    if (hide == Hide::kNo && !hidden.projects.contains(*project))
      return Error{ErrorCode::kNotFound, *project + " is not hidden"};
    if (hide == Hide::kYes) {
      if (auto known = check_is_project(engine, *project); !known) return known.error();
    }
    named.projects.insert(std::move(*project));
  }
  for (const std::string& name : arguments.list("session")) {
    auto session = engine.locate(name, Engine::Hidden::kByAnyName);
    if (!session) return meant_as_project(engine, name, hide).value_or(session.error());
    if (hide == Hide::kNo && !hidden.sessions.contains(session->id.text()))
      return Error{ErrorCode::kNotFound, session->id.text() + " is not hidden"};
    named.sessions.insert(session->id.text());
  }
  return named;
}

Result<Done> change_hidden(Engine& engine, const Arguments& arguments, Hide hide) {
  const std::string file = engine.options().own.hidden();
  auto list = read_hidden_list(engine.files(), file);
  if (!list) return list.error();
  const auto named = named_to_hide(engine, arguments, *list, hide);
  if (!named) return named.error();
  std::vector<std::string> all(named->projects.begin(), named->projects.end());
  all.insert(all.end(), named->sessions.begin(), named->sessions.end());
  if (all.empty())
    return Error{ErrorCode::kInvalid, "name sessions, or projects with --project PATH"};
  for (const std::string& project : named->projects) put(list->projects, project, hide);
  for (const std::string& session : named->sessions) put(list->sessions, session, hide);
  if (auto written = write_hidden_list(engine.files(), file, *list); !written)
    return written.error();
  const bool one = all.size() == 1;
  const std::string what = one ? all.front() + " is " : std::to_string(all.size()) + " are ";
  return Done{what + (hide == Hide::kNo ? "shown again"
                      : one             ? "hidden; clew list --hidden shows it"
                                        : "hidden; clew list --hidden shows them")};
}

}  // namespace

Result<Done> hide(Engine& engine, const Arguments& arguments) {
  return change_hidden(engine, arguments, Hide::kYes);
}

Result<Done> unhide(Engine& engine, const Arguments& arguments) {
  return change_hidden(engine, arguments, Hide::kNo);
}

namespace {

Result<Done> change_pins(Engine& engine, const Arguments& arguments, bool pinned) {
  const std::string file = engine.options().own.marks();
  auto marks = read_session_marks(engine.files(), file);
  if (!marks) return marks.error();
  std::vector<std::string> ids;
  for (const std::string& name : arguments.list("session")) {
    auto session = engine.locate(name, Engine::Hidden::kByAnyName);
    if (!session) return session.error();
    ids.push_back(session->id.text());
  }
  if (ids.empty()) return Error{ErrorCode::kInvalid, "name sessions"};
  for (const std::string& id : ids) {
    if (pinned) {
      marks->pinned.insert(id);
    } else {
      marks->pinned.erase(id);
    }
  }
  if (auto written = write_session_marks(engine.files(), file, *marks); !written)
    return written.error();
  const std::string what =
      ids.size() == 1 ? ids.front() + " is " : std::to_string(ids.size()) + " are ";
  return Done{what +
              (pinned ? "pinned; clew list --all --pinned lists what is" : "pinned no more")};
}

}  // namespace

Result<Done> pin(Engine& engine, const Arguments& arguments) {
  return change_pins(engine, arguments, true);
}

Result<Done> unpin(Engine& engine, const Arguments& arguments) {
  return change_pins(engine, arguments, false);
}

Result<Done> remark(Engine& engine, const Arguments& arguments) {
  const std::string file = engine.options().own.marks();
  auto marks = read_session_marks(engine.files(), file);
  if (!marks) return marks.error();
  auto session = engine.locate(arguments.text("session"), Engine::Hidden::kByAnyName);
  if (!session) return session.error();
  const std::string id = session->id.text();
  const std::string text = arguments.text("text");
  if (text.empty()) {
    marks->remarks.erase(id);
  } else {
    marks->remarks.insert_or_assign(id, text);
  }
  if (auto written = write_session_marks(engine.files(), file, *marks); !written)
    return written.error();
  return Done{text.empty() ? id + " has no remark any more" : "noted about " + id};
}

Result<Done> rename(Engine& engine, const Arguments& arguments) {
  auto session = locate_to_edit(engine, arguments);
  if (!session) return session.error();
  const std::string title = arguments.text("title");
  auto done = arguments.maybe_text("title")
                  ? rename_session(engine.files(), running_sessions(engine), session->place, title)
                  : remove_title(engine.files(), running_sessions(engine), session->place);
  if (!done) return done.error();
  return Done{title.empty() ? session->id + " has no title of its own any more"
                            : session->id + " is now called " + title};
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
  if (auto noted = note_in_keep(engine, *done, Deleted::kYes); !noted) return noted.error();
  return Done{session->id + " is in the trash; clew undelete " + session->id + " brings it back"};
}

Result<Done> undelete(Engine& engine, const Arguments& arguments) {
  auto done =
      undelete_session(engine.files(), engine.options().own.trash(), arguments.text("session"),
                       {engine.roots().paths, engine.options().by_path});
  if (!done) return done.error();
  if (auto noted = note_in_keep(engine, *done, Deleted::kNo); !noted) return noted.error();
  return Done{done->id + " is restored"};
}

}  // namespace clew
