// SPDX-License-Identifier: MIT
#include "engine/travel/move_operation.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/project_key.h"
#include "catalog/layout/session_files.h"
#include "engine/keep/keep_operation.h"
#include "engine/lists/local_folder.h"
#include "engine/lists/running_sessions.h"
#include "engine/lists/session_list.h"
#include "json/value.h"
#include "keep/keep_deletions.h"
#include "os/paths.h"
#include "os/process_probe.h"

namespace clew {
namespace {

// The folders of the project, under every name that the path has, also of old versions.
std::vector<MovePart> parts_of(Engine& engine, const std::string& project, const PlainName& to) {
  std::vector<std::string> paths = {project};
  if (auto real = engine.disk().real_path(project)) paths.push_back(std::move(*real));
  std::vector<MovePart> parts;
  for (const ProjectFolder& folder :
       find_project_folders(engine.disk(), engine.own_roots()).folders) {
    const auto from = PlainName::from(folder.key);
    const bool meant = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      return folder.key == path || is_key_of(folder.key, path);
    });
    if (from && meant && *from != to) parts.push_back({folder.root, *from, to});
  }
  return parts;
}

// What the CLI remembers of a folder (trust, allowed tools, servers) stands in a file of its own,
// which it rewrites while it runs: nobody else should.
std::vector<std::string> files_that_name(Engine& engine, const std::string& folder) {
  const RootEnvironment& environment = engine.options().environment;
  const std::string home =
      environment.config_dir ? *environment.config_dir : environment.home.value_or(std::string());
  if (home.empty() || folder.empty()) return {};
  const std::string path = join_path(home, ".claude.json");
  const auto text = read_file(engine.disk(), path, 64 << 20);
  if (!text) return {};
  json::Parser parser;
  const auto value = parser.parse_copy(*text);
  if (!value || (*value)["projects"][folder].is_missing()) return {};
  return {path};
}

// What is kept of them under their old names must not look as if it were still there.
Result<void> note_in_keep(Engine& engine, const ProjectMove& move, bool undone) {
  if (engine.keep_place().machine.empty()) return {};
  std::vector<std::string> paths;
  for (const MovePart& part : move.parts) {
    const PathBelow gone = undone ? part.new_place() : part.old_place();
    for (const PlainName& name : part.names) {
      if (!engine.disk().info(gone / name)) paths.push_back((gone / name).text());
    }
  }
  if (paths.empty()) return {};
  // First under their new names, so that there is no moment in which they are not kept.
  if (auto kept = keep_now(engine, /*dry_run=*/false); !kept) {
    return with_context("the sessions were moved, but could not be kept in their new place",
                        kept.error());
  }
  auto noted = note_deleted(engine.disk(), engine.keep_place(), paths, engine.options().now);
  if (noted) return noted;
  return with_context(
      "the sessions were moved, but what is kept of them is still listed under "
      "their old folder",
      noted.error());
}

Result<std::string> journals(const Engine& engine) {
  const std::string& data = engine.options().own.data;
  if (!data.empty()) return join_path(data, "moves");
  return Error{ErrorCode::kNotFound, "there is no folder for the journal: set HOME"};
}

Result<MoveAnswer> undo(Engine& engine, const std::string& folder, bool dry_run) {
  auto last = last_move(engine.disk(), folder);
  if (!last) return last.error();
  const auto roots = engine.own_roots();
  for (const MovePart& part : last->parts) {
    if (std::find(roots.begin(), roots.end(), part.root) == roots.end()) {
      return Error{ErrorCode::kInvalid, "the last move was in " + part.root + "; --root names it"};
    }
  }
  if (dry_run) return MoveAnswer{std::move(*last), /*undone=*/true, /*dry_run=*/true};
  auto move = undo_last_move(engine.disk(), running_sessions(engine), folder);
  if (!move) return move.error();
  if (auto noted = note_in_keep(engine, *move, true); !noted) return noted.error();
  return MoveAnswer{std::move(*move), true};
}

Result<ProjectMove> plan(Engine& engine, const Arguments& arguments) {
  const std::string name = arguments.text("project");
  const std::string new_name = arguments.text("folder");
  if (name.empty() || new_name.empty()) {
    return Error{ErrorCode::kInvalid,
                 "say which project moved, and to which folder: clew move PROJECT FOLDER"};
  }
  auto folder = existing_folder(engine, new_name);
  if (!folder) return folder.error();
  auto project = project_meant(engine, name, true);
  if (!project) return project.error();
  while (project->size() > 1 && project->ends_with('/')) project->pop_back();
  ProjectMove move{project->starts_with('/') ? *project : std::string(), *folder};
  move.parts = parts_of(engine, *project, *PlainName::from(project_key(*folder)));
  if (move.parts.empty() && is_key_of(project_key(*folder), *project)) {
    return Error{ErrorCode::kInvalid, "Claude Code finds the sessions of " + *project + " in " +
                                          *folder + " already: both have one name for it"};
  }
  if (move.parts.empty()) {
    return Error{ErrorCode::kNotFound,
                 "no session on the disk is of " + *project + "; `clew projects` lists folders"};
  }
  return plan_move(engine.disk(), running_sessions(engine), std::move(move));
}

}  // namespace

Result<MoveAnswer> move_answer(Engine& engine, const Arguments& arguments) {
  auto folder = journals(engine);
  if (!folder) return folder.error();
  if (arguments.flag("undo")) return undo(engine, *folder, arguments.flag("dry-run"));
  auto move = plan(engine, arguments);
  if (!move) return move.error();
  MoveAnswer answer{std::move(*move)};
  answer.dry_run = arguments.flag("dry-run");
  answer.elsewhere = files_that_name(engine, answer.move.folder);
  if (answer.dry_run) return answer;
  if (auto done = carry_out_move(engine.disk(), *folder, answer.move); !done) return done.error();
  if (auto noted = note_in_keep(engine, answer.move, false); !noted) return noted.error();
  return answer;
}

}  // namespace clew
