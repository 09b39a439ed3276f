// SPDX-License-Identifier: MIT

#include "engine/lists/hidden_sessions.h"

#include <utility>

#include "engine/call/arguments.h"
#include "engine/lists/session_list.h"

namespace clew {

Result<HiddenSessions> HiddenSessions::read(Engine& engine, const Arguments& arguments) {
  HiddenSessions hidden;
  if (arguments.flag("hidden")) return hidden;
  auto list = read_hidden_list(engine.files(), engine.options().own.hidden());
  if (!list) return list.error();
  hidden.list_ = std::move(*list);
  // A project is also hidden by the folder that a session worked in, which only its file tells.
  if (hidden.list_.projects.empty()) return hidden;
  ListOptions options;
  options.show_hidden = options.subagents = options.empty = true;
  auto sessions = list_with_cache(engine, options);
  if (!sessions) return sessions.error();
  for (const SessionRow& row : sessions->sessions) {
    if (row.hidden) hidden.listed_.emplace(row.facts().id);
  }
  return hidden;
}

bool HiddenSessions::hides(std::string_view key, std::string_view session) const {
  return list_.sessions.contains(session) || listed_.contains(session) || list_.hides_project(key);
}

bool HiddenSessions::hides_prompt(const std::string& project, const std::string& session) const {
  return list_.sessions.contains(session) || listed_.contains(session) ||
         list_.projects.contains(project);
}

}  // namespace clew
