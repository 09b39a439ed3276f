// SPDX-License-Identifier: MIT
#include "engine/lists/local_folder.h"

#include <set>

#include "catalog/list/git_remote.h"
#include "catalog/list/projects.h"
#include "engine/lists/session_list.h"
#include "os/paths.h"

namespace clew {
namespace {

// Where the folder lies in each copy of the repository that one of the local projects is in.
Result<std::set<std::string>> copies_here(Engine& engine, const FarProject& project) {
  auto list = list_with_cache(engine, {.show_hidden = true});
  if (!list) return list.error();
  std::set<std::string> folders;
  for (const Project& local : projects_of(engine.files(), *list)) {
    if (!local.exists) continue;
    const auto copy = find_copy(engine.files(), local.path);
    if (!copy || copy->remote != project.remote) continue;
    const std::string folder =
        project.below.empty() ? copy->top : resolve_path(copy->top, project.below);
    // What others say must not lead out of the copy.
    auto real = existing_folder(engine, folder);
    if (real && (*real == copy->top || real->starts_with(copy->top + "/"))) {
      folders.insert(std::move(*real));
    }
  }
  return folders;
}

}  // namespace

Result<std::string> existing_folder(Engine& engine, const std::string& path) {
  auto real = engine.disk().real_path(resolve_path(engine.options().folder, path));
  if (!real) return real.error();
  const auto info = engine.disk().stat(*real);
  if (!info) return info.error();
  if (info->kind == FileKind::kDirectory) return real;
  return Error{ErrorCode::kInvalid, path + " is no folder"};
}

Result<std::string> local_folder(Engine& engine, const FarProject& project, std::string_view flag) {
  auto named = find_local_folder(engine.disk(), engine.options().own.folders(), project);
  if (!named) return named.error();
  if (!named->empty()) {
    if (auto there = existing_folder(engine, *named)) return there;
  }
  if (project.folder.starts_with('/')) {
    if (auto same = existing_folder(engine, project.folder)) return same;
  }
  const std::string say_where =
      "; " + std::string(flag) + " FOLDER says which folder here is meant, once";
  const std::string what =
      "it is of " + (project.folder.empty() ? "a folder that is not known" : project.folder) +
      (project.machine.empty() ? "" : " on " + project.machine);
  if (project.remote.empty()) {
    return Error{ErrorCode::kNotFound, what + ", which is not here" + say_where};
  }
  auto copies = copies_here(engine, project);
  if (!copies) return copies.error();
  if (copies->size() == 1) return *copies->begin();
  std::string message = what + ", a copy of " + project.remote;
  if (copies->empty()) {
    return Error{ErrorCode::kNotFound, message + " that no project here is" + say_where};
  }
  message += ", of which there are several here:";
  for (const std::string& folder : *copies) message += " " + folder;
  return Error{ErrorCode::kInvalid, message + say_where};
}

Result<std::string> name_local_folder(Engine& engine, const FarProject& project,
                                      const std::string& folder) {
  auto here = existing_folder(engine, folder);
  if (!here || *here == project.folder) return here;
  auto noted = remember_local_folder(engine.disk(), engine.options().own.folders(), project, *here);
  if (!noted) return noted.error();
  return here;
}

}  // namespace clew
