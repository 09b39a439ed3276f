// SPDX-License-Identifier: MIT

#include "engine/lists/project_scope.h"

#include <climits>

#include "catalog/list/project_lookup.h"
#include "engine/lists/session_list.h"

namespace clew {

ProjectScope project_scope(Engine& engine, const std::string& folder) {
  const FileSystem& files = engine.files();
  const SessionFiles found = find_project_folders(files, engine.roots().paths);
  ProjectScope scope{.path = folder, .keys = {}};
  if (folder.size() >= PATH_MAX) return {};
  std::vector<std::size_t> folders = folders_of_project(files, found.folders, folder);
  if (folders.empty()) {
    scope.path = project_above(found.folders, folder);
    if (!scope.path.empty()) folders = folders_of_project(files, found.folders, scope.path);
  }
  for (const std::size_t i : folders) scope.keys.push_back(found.folders[i].key);
  if (scope.keys.empty()) scope.path.clear();
  return scope;
}

Result<void> check_projects_known(Engine& engine, const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    const auto meant = project_meant(engine, name, false);
    if (!meant && meant.error().code == ErrorCode::kNotFound) return meant.error();
  }
  return {};
}

}  // namespace clew
