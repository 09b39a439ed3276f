// SPDX-License-Identifier: MIT
#include "engine/keep/forget_operation.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/uuid.h"
#include "catalog/layout/kept_places.h"
#include "catalog/layout/masked_cache.h"
#include "engine/call/time_bounds.h"
#include "engine/lists/session_list.h"
#include "engine/search/search_index.h"
#include "keep/forget.h"
#include "keep/forgotten_prompts.h"
#include "os/paths.h"
#include "store/index_files.h"

namespace clew {
namespace {

// All files of a session, its last change, and whether something of it is on the disk.
struct KeptSession {
  std::int64_t files = 0;
  std::int64_t bytes = 0;
  TimeMs changed = kNoTime;
  bool there = false;
};

std::map<std::string, KeptSession> sessions_of(Engine& engine, const KeptMachine& machine) {
  std::map<std::string, KeptSession> sessions;
  for (const auto& [name, versions] : machine.files) {
    const std::string id = session_of_file(name.file);
    if (id.empty()) continue;
    KeptSession& session = sessions[id];
    ++session.files;
    for (const KeptVersion& version : versions) {
      session.bytes += static_cast<std::int64_t>(version.size());
      session.changed = std::max(session.changed, version.mtime_ns() / 1'000'000);
    }
    if (!session.there) {
      session.there = engine.disk().stat(resolve_path(name.root, name.file)).has_value();
    }
  }
  return sessions;
}

// By its id also what a person deleted, and is not listed any more.
Result<std::string> id_meant(Engine& engine, const std::string& name,
                             const std::map<std::string, KeptSession>& sessions) {
  const std::string lower = ascii_lower(name);
  if (is_uuid(lower) && sessions.contains(lower)) return lower;
  auto named = engine.locate(name, Engine::Hidden::kByAnyName);
  if (!named) return named.error();
  if (const auto machine = engine.kept().machine_of(named->path); !machine.empty()) {
    return Error{ErrorCode::kInvalid, named->id.text() + " was kept by " + std::string(machine) +
                                          ": only that machine can forget it. When it is lost, "
                                          "delete its folder in the keep"};
  }
  if (sessions.contains(named->id.text())) return named->id.text();
  return Error{ErrorCode::kNotFound, "nothing of session " + named->id.text() + " is kept"};
}

// Other machines that have kept something of it.
void add_copies(Engine& engine, const KeptMachine& own, const std::string& id,
                std::vector<std::string>& machines) {
  for (const KeptMachine* machine : engine.kept().machines()) {
    const bool has = machine != &own && std::any_of(machine->files.begin(), machine->files.end(),
                                                    [&](const auto& file) {
                                                      return session_of_file(file.first.file) == id;
                                                    });
    const bool known =
        std::find(machines.begin(), machines.end(), machine->title) != machines.end();
    if (has && !known) machines.push_back(machine->title);
  }
}

// What people call the sessions, as far as they are listed.
std::map<std::string, std::string> titles_of(Engine& engine) {
  std::map<std::string, std::string> titles;
  const auto list = list_with_cache(engine, {.empty = true, .show_hidden = true});
  if (!list) return titles;
  for (const SessionRow& row : list->sessions) {
    titles.try_emplace(std::string(row.facts().id), short_name(row.facts()));
  }
  return titles;
}

// They know words of what is forgotten; they are made anew when they are needed.
Result<void> clear_caches(Engine& engine, const std::vector<std::string>& files,
                          const std::string& index) {
  for (const std::string& path : files) {
    if (!engine.disk().stat(path)) continue;
    if (auto cleared = engine.disk().write_file_atomic(path, {}); !cleared) return cleared;
  }
  return remove_index(index);
}

// Those of who must not see secrets, too.
Result<void> clear_caches(Engine& engine) {
  const OwnPaths& own = engine.options().own;
  if (own.cache.empty()) return {};
  const std::string index = index_path(engine);
  auto cleared = clear_caches(engine, {own.chunks(), own.facts_cache()}, index);
  if (!cleared) return cleared;
  const auto masked = engine.disk().list(masked_cache(own));
  if (!masked) return {};
  for (const DirEntry& folder : *masked) {
    const std::string path = join_path(masked_cache(own), folder.name);
    const OwnPaths theirs{path, own.data};
    auto done = clear_caches(engine, {theirs.facts_cache()}, path + index.substr(own.cache.size()));
    if (!done) return done;
  }
  return {};
}

}  // namespace

Result<Forgotten> preview_forget(Engine& engine, const Arguments& arguments) {
  const SharedKeptMachine machine = engine.kept().own_machine();
  if (!machine) {
    return Error{ErrorCode::kNotFound, "this machine has kept nothing yet"};
  }
  const auto sessions = sessions_of(engine, *machine);
  std::set<std::string> meant;
  for (const std::string& name : arguments.list("session")) {
    auto id = id_meant(engine, name, sessions);
    if (!id) return id.error();
    meant.insert(std::move(*id));
  }
  if (const auto text = arguments.maybe_text("before")) {
    auto clock = clock_of(engine, arguments);
    if (!clock) return clock.error();
    const auto time = parse_bound(*text, TimeEdge::kSince, *clock);
    if (!time) return with_context("--before", time.error());
    for (const auto& [id, session] : sessions) {
      if (!session.there && session.changed < *time) meant.insert(id);
    }
  } else if (meant.empty()) {
    return Error{ErrorCode::kInvalid, "name the sessions to forget, or a time with --before"};
  }
  Forgotten what;
  const auto titles = titles_of(engine);
  for (const std::string& id : meant) {
    const KeptSession& session = sessions.at(id);
    const auto title = titles.find(id);
    what.sessions.push_back({id, title == titles.end() ? std::string() : title->second});
    what.files += session.files;
    what.bytes += session.bytes;
    if (session.there) what.still_there.push_back(id);
    add_copies(engine, *machine, id, what.elsewhere);
  }
  return what;
}

Result<Forgotten> forget(Engine& engine, Forgotten what) {
  std::set<std::string> meant;
  for (const ForgottenSession& session : what.sessions) meant.insert(session.id);
  const std::string list = engine.options().own.forgotten();
  auto forgotten = ForgottenPrompts::read(engine.disk(), list);
  if (!forgotten) return forgotten.error();
  if (auto noted = forgotten->remember(engine.disk(), list, meant); !noted) return noted.error();
  const ForgetRequest request{
      // Whose text is in unfinished files is not known, and nobody misses them.
      .is_meant =
          [&](const KeptName& name) {
            return is_unfinished(name.file) || meant.contains(session_of_file(name.file));
          },
      // What was typed stands there a second time.
      .is_edited = [](const KeptName& name) { return is_typed_prompts(name.file); },
      .drops = [&](std::string_view line) { return is_prompt_of(line, meant); }};
  auto done = forget_files(engine.disk(), engine.keep_place(), request, engine.stop());
  if (!done) return done.error();
  if (auto cleared = clear_caches(engine); !cleared) return cleared.error();
  what.done = true;
  return what;
}

}  // namespace clew
