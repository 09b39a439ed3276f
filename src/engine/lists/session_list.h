// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "catalog/beside/prompt_history.h"
#include "catalog/list/live_registry.h"
#include "catalog/list/session_marks.h"
#include "catalog/list/sessions.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "usage/report.h"

namespace clew {

// The person in the name of a machine of a team, "ann@laptop-3f2a"; empty: it is of none.
inline std::string_view person_of_machine(std::string_view machine) {
  const std::size_t at = machine.find('@');
  return at == machine.npos ? std::string_view() : machine.substr(0, at);
}

// What `list` lists, for text and JSON alike.
struct SessionListing {
  SessionList list;
  std::string project;                               // the project that the list is of; empty: all
  LiveRegistry live;                                 // which sessions run
  std::optional<GhostSessions> ghosts;               // when asked for
  std::map<std::string, std::int64_t> cleanup_days;  // by root
  std::map<std::string, std::string> machines;       // by root: those of other machines
  SessionMarks marks;
  TimeMs now = 0;

  bool counted = false;  // messages were asked for
  // What each session used, by project key and id, when asked for.
  std::map<std::pair<std::string, std::string>, Tally> usage;

  // Without the count of messages, which the cache may know, unless it was asked for.
  FactsView facts_of(const SessionRow& row) const;
  // Until the CLI removes the session.
  std::optional<std::int64_t> days_left(const SessionRow& row) const;  // nothing: it did already
  std::optional<std::int64_t> days_left(const FileInfo& file, const std::string& root) const;
  // The other machine that has kept it; empty: this one, or it is on the disk.
  std::string_view machine_of(const SessionRow& row) const;
  const std::vector<SessionCopy>& copies_of(const SessionRow& row) const;
  bool is_pinned(std::string_view id) const { return marks.pinned.contains(id); }
  std::string_view remark_of(std::string_view id) const;  // empty: none
};

// Takes the parameters of the operation `list`, whose answer list_answer() makes. Without a path
// and without `all` the sessions of the project that the person stands in, when it has some, else
// all.
Result<SessionListing> open_session_list(Engine& engine, const Arguments& arguments);

// Whether the folder that the person stands in, or one above it, is a project by its name. For who
// must not wait: no transcript is opened.
bool stands_in_project(const Engine& engine);

// What other machines have of this session that is not in it.
std::vector<SessionCopy> copies_ahead(Engine& engine, const NamedSession& session);

// Lists through the cache of facts, which it also fills.
Result<SessionList> list_with_cache(Engine& engine, ListOptions options);

// The project that a person means: its folder, one below it, its key, or a part of its name that
// only one project has (the last step of a path goes before others). Answers what ListOptions
// takes.
Result<std::string> project_meant(Engine& engine, const std::string& name, bool hidden);

}  // namespace clew
