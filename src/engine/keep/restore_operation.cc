// SPDX-License-Identifier: MIT
#include "engine/keep/restore_operation.h"

#include <utility>

#include "catalog/beside/session_parts.h"
#include "catalog/edits/file_move.h"
#include "catalog/edits/session_edits.h"
#include "catalog/edits/trash.h"
#include "catalog/facts/session_facts.h"
#include "catalog/layout/kept_places.h"
#include "catalog/layout/project_key.h"
#include "engine/keep/restore_stored.h"
#include "engine/lists/local_folder.h"
#include "engine/lists/running_sessions.h"
#include "keep/keep_deletions.h"
#include "os/paths.h"
#include "team/team_tree.h"

namespace clew {
namespace {

// What belongs to a session, of what is kept.
std::vector<std::string> kept_files_of(Engine& engine, const NamedSession& session) {
  const RootFiles all = find_root_files(engine.files(), session.folder.root);
  std::vector<std::string> files;
  for (const RootFile& file : files_of_session(engine.files(), all, session)) {
    std::string path = resolve_path(session.folder.root, file.file);
    if (engine.kept().find_file(path) != nullptr) files.push_back(std::move(path));
  }
  return files;
}

// Where the folders of a root are to be.
Result<std::string> target_root(const Engine& engine, const NamedSession& session,
                                const std::string& to) {
  if (!to.empty()) return resolve_path(engine.options().folder, to);
  std::string root = engine.root_to_restore_to(session.folder.root);
  if (!root.empty()) return root;
  return Error{ErrorCode::kNotFound,
               "there is no configuration folder here to bring it back to; name one with --to"};
}

// The project that a session of another machine belongs to, as was recorded when it was kept.
Result<FarProject> far_project(Engine& engine, const NamedSession& session) {
  auto facts = FactsReader().read(engine.files(), session.path);
  if (!facts) return facts.error();
  FarProject project{.folder = facts->cwd, .machine = std::string(engine.machine_of(session.path))};
  if (const auto shared = is_of_team(engine, session.path) ? engine.team()->project_of(session.path)
                                                           : std::nullopt) {
    project.remote = shared->remote;
    project.below = shared->below;
    return project;
  }
  const auto* file = engine.kept().find_file(session.path);
  if (file == nullptr || engine.is_stored(session.path)) return project;
  // The root as that machine names it: here its files lie below the folder of the machine.
  const std::string root = session.folder.root.substr(file->machine->folder.size());
  const auto& recorded = file->machine->projects;
  if (const auto known = recorded.find({root, session.folder.key}); known != recorded.end()) {
    project.remote = known->second.remote;
    project.below = known->second.below;
  }
  return project;
}

Error no_kept_session(const NamedSession& session) {
  return {ErrorCode::kNotFound, "nothing of session " + session.id.text() +
                                    " is kept; clew keep keeps what is on the disk"};
}

Error not_whole(const NamedSession& session) {
  return {ErrorCode::kCorrupt,
          "a part of what is kept of session " + session.id.text() +
              " is missing (or has not arrived yet, where the folder of the keep is synced): clew "
              "restore " +
              session.id.text() + " brings back what is here"};
}

const KeptVersion* find_version(const KeptWorld::File& file, std::int64_t number) {
  if (number == 0) return file.shown;
  const auto found = std::find_if(file.versions->begin(), file.versions->end(),
                                  [&](const KeptVersion& one) { return one.number == number; });
  return found == file.versions->end() ? nullptr : &*found;
}

}  // namespace

Result<void> check_kept_whole(const Engine& engine, const NamedSession& session) {
  const auto* file = engine.kept().find_file(session.path);
  const bool torn = file != nullptr && is_only_kept(engine, session.path) && file->shown->torn;
  return torn ? Result<void>(not_whole(session)) : Result<void>();
}

bool is_only_kept(const Engine& engine, const std::string& path) {
  const auto info = engine.files().stat(path);
  return info && is_kept(*info);
}

bool is_emptied(Engine& engine, const std::string& path) {
  return is_only_kept(engine, path) && engine.disk().stat(path).has_value();
}

bool is_of_team(const Engine& engine, std::string_view path) {
  return engine.team() != nullptr && engine.team()->has(path);
}

bool is_not_for_claude(const Engine& engine, const std::string& path) {
  return engine.is_stored(path) || is_of_team(engine, path) || is_only_kept(engine, path);
}

Result<std::vector<SessionVersion>> kept_versions(Engine& engine, const std::string& session) {
  const auto named = engine.locate(session);
  if (!named) return named.error();
  const auto* file = engine.kept().find_file(named->path);
  if (file == nullptr) return no_kept_session(*named);
  std::vector<SessionVersion> versions;
  for (const KeptVersion& version : *file->versions) {
    versions.push_back({version.number, static_cast<std::int64_t>(version.size()),
                        version.mtime_ns() / 1'000'000, &version == file->shown});
  }
  return versions;
}

Result<std::string> folder_to_restore_to(Engine& engine, const NamedSession& session,
                                         const std::string& named) {
  if (engine.machine_of(session.path).empty()) return std::string();
  const auto project = far_project(engine, session);
  if (!project) return project.error();
  return named.empty() ? local_folder(engine, *project, "--project")
                       : name_local_folder(engine, *project, named);
}

Result<Restored> restore_session(Engine& engine, const NamedSession& session,
                                 const RestoreTarget& target) {
  const bool stored = is_of_team(engine, session.path) ||
                      (engine.is_stored(session.path) && !is_only_kept(engine, session.path));
  if (stored && target.version == 0) {
    auto root = target_root(engine, session, target.to);
    if (!root) return root.error();
    return restore_stored(engine, session, *root, target.folder);
  }
  const auto* transcript = engine.kept().find_file(session.path);
  if (transcript == nullptr || session.folder.root.empty()) return no_kept_session(session);
  const KeptVersion* version = find_version(*transcript, target.version);
  if (version == nullptr) {
    return Error{ErrorCode::kNotFound, "there is no version " + std::to_string(target.version) +
                                           " of it; clew keep versions " + session.id.text() +
                                           " lists them"};
  }
  if (target.whole && version->torn) return not_whole(session);
  auto root = target_root(engine, session, target.to);
  if (!root) return root.error();
  const std::string key = target.folder.empty() ? session.folder.key : project_key(target.folder);
  std::vector<RestoreItem> items;
  for (const std::string& path : kept_files_of(engine, session)) {
    const auto steps = std::string_view(path).substr(session.folder.root.size() + 1);
    const auto place = place_in_root(engine.disk(), *root, moved_to_project(steps, key));
    const auto* kept = engine.kept().find_file(path);
    if (place) items.push_back({kept, kept == transcript ? version : kept->shown, *place});
  }
  if (items.empty()) return stopped_error();  // its files could not be looked at any more
  const std::string file = items.back().to.text();
  DurableFileSystem& disk = engine.disk();
  const auto begun = is_beginning_of(disk, items.back());
  if (!begun) return begun.error();
  if (*begun) {
    // It was continued elsewhere: nobody may write to it while the rest is appended.
    auto free = check_not_running(running_sessions(engine), session.id.text());
    if (!free) return free.error();
  } else if (const auto there = disk.info(items.back().to)) {
    auto same = is_same_file(disk, file, *version);
    if (!same) return same.error();
    if (!*same || static_cast<std::uint64_t>(there->size) != version->size()) {
      return Error{ErrorCode::kInvalid,
                   file +
                       " is there and differs from what is kept; --to FOLDER restores it "
                       "elsewhere"};
    }
  }
  if (auto made = disk.create_directories(*root); !made) return made.error();
  for (const RestoreItem& item : items) {
    remove_leftovers(disk, item.to.parent(), engine.options().now);
  }
  auto report = restore_files(disk, items, engine.stop());
  if (!report) return report.error();
  return Restored{session.id.text(),
                  file,
                  std::string(engine.machine_of(session.path)),
                  target.folder,
                  std::move(*report),
                  !transcript->machine->damage.empty() || version->torn};
}

namespace {

// What a person deleted, and the trash has no more, is not listed; by its name it can come back.
Result<Restored> restore_deleted(Engine& engine, const Arguments& arguments,
                                 const Error& not_found) {
  EngineOptions options = engine.options();
  options.deleted = true;
  Engine all(engine.disk(), options);
  auto session = all.locate(arguments.text("session"));
  if (!session || !is_only_kept(all, session->path)) return not_found;
  for (const TrashedSession& trashed : read_trash(all.files(), options.own.trash()).sessions) {
    if (trashed.id == session->id.text()) return not_found;  // which names `clew undelete`
  }
  auto restored = restore_session(
      all, *session, {.to = arguments.text("to"), .version = arguments.integer("number")});
  if (!restored || !arguments.text("to").empty()) return restored;
  auto noted =
      note_undeleted(engine.disk(), engine.keep_place(), restored->report.written, options.now);
  if (noted) return restored;
  return with_context(restored->session + " is back, but what is kept of it counts as deleted",
                      noted.error());
}

}  // namespace

Result<Restored> restore_answer(Engine& engine, const Arguments& arguments) {
  auto session = engine.locate(arguments.text("session"));
  if (!session && session.error().code == ErrorCode::kNotFound) {
    return restore_deleted(engine, arguments, session.error());
  }
  if (!session) return session.error();
  RestoreTarget target{.to = arguments.text("to"), .version = arguments.integer("number")};
  if (const std::string project = arguments.text("project");
      target.to.empty() || !project.empty()) {
    auto folder = folder_to_restore_to(engine, *session, project);
    if (!folder) return folder.error();
    target.folder = std::move(*folder);
  }
  return restore_session(engine, *session, target);
}

}  // namespace clew
