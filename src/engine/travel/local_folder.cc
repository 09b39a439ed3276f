// SPDX-License-Identifier: MIT
#include "engine/travel/local_folder.h"

#include <set>

#include "catalog/list/git_remote.h"
#include "catalog/list/projects.h"
#include "engine/lists/session_list.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::string_view kSayWhere = "; --to FOLDER says which folder here is meant";

// Where the folder lies in each copy of the repository that one of the local projects is in.
Result<std::set<std::string>> copies_here(Engine& engine, const PackedSession& session) {
  auto list = list_with_cache(engine, {.show_hidden = true});
  if (!list) return list.error();
  std::set<std::string> folders;
  for (const Project& project : projects_of(engine.files(), *list)) {
    if (!project.exists) continue;
    const auto copy = find_copy(engine.files(), project.path);
    if (!copy || copy->remote != session.remote) continue;
    const std::string folder =
        session.below.empty() ? copy->top : resolve_path(copy->top, session.below);
    // What the pack says must not lead out of the copy.
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

Result<std::string> local_folder(Engine& engine, const PackedSession& session) {
  if (session.folder.starts_with('/')) {
    if (auto same = existing_folder(engine, session.folder)) return same;
  }
  const std::string what = "session " + session.id.substr(0, 8) + " is of " +
                           (session.folder.empty() ? "a folder that is not known" : session.folder);
  if (session.remote.empty()) {
    return Error{ErrorCode::kNotFound, what + ", which is not here" + std::string(kSayWhere)};
  }
  auto copies = copies_here(engine, session);
  if (!copies) return copies.error();
  if (copies->size() == 1) return *copies->begin();
  std::string message = what + ", a copy of " + session.remote;
  if (copies->empty()) {
    return Error{ErrorCode::kNotFound,
                 message + " that no project here is" + std::string(kSayWhere)};
  }
  message += ", of which there are several here:";
  for (const std::string& folder : *copies) message += " " + folder;
  return Error{ErrorCode::kInvalid, message + std::string(kSayWhere)};
}

}  // namespace clew
