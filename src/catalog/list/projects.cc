// SPDX-License-Identifier: MIT
#include "catalog/list/projects.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/folder_of_key.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/git_worktrees.h"

namespace clew {
namespace {

// The folders that the sessions of a project were recorded in, of the newest session first.
std::vector<std::string> recorded_paths(const SessionList& list, const Project& project) {
  struct Recorded {
    TimeMs time = kNoTime;
    std::string_view cwd;
  };
  std::vector<Recorded> newest;
  for (const std::size_t index : project.sessions) {
    const FactsView facts = list.sessions[index].facts();
    if (!facts.cwd.empty()) newest.push_back({facts.updated_at(), facts.cwd});
  }
  std::stable_sort(newest.begin(), newest.end(),
                   [](const Recorded& a, const Recorded& b) { return a.time > b.time; });
  std::vector<std::string> paths;
  paths.reserve(newest.size());
  for (const Recorded& one : newest) paths.emplace_back(one.cwd);
  return paths;
}

void look_at_path(const FileSystem& files, std::string_view key, Project& project) {
  if (project.path.empty()) return;
  project.path_fits = is_key_of(key, project.path);
  const auto info = files.stat(project.path);
  project.exists = info && info->kind == FileKind::kDirectory;
  if (!project.exists) return;
  if (const auto repository = find_repository(files, project.path)) {
    project.repository = repository->common_dir;
  }
}

}  // namespace

std::string project_path(std::string_view key, const std::vector<std::string>& recorded) {
  for (const std::string& path : recorded) {
    if (is_key_of(key, path)) return path;
  }
  return recorded.empty() ? std::string() : recorded.front();
}

std::vector<Project> projects_of(const FileSystem& files, const SessionList& list) {
  std::vector<Project> projects(list.folders.size());
  for (std::size_t i = 0; i < projects.size(); ++i) projects[i].folder = i;
  for (std::size_t i = 0; i < list.sessions.size(); ++i) {
    const SessionRow& row = list.sessions[i];
    Project& project = projects[row.folder];
    project.sessions.push_back(i);
    project.bytes += row.file.size;
    project.updated = std::max(project.updated, row.facts().updated_at());
  }
  for (Project& project : projects) {
    const std::string& key = list.folders[project.folder].key;
    project.path = folder_now(files, key, project_path(key, recorded_paths(list, project)));
    look_at_path(files, key, project);
  }
  std::stable_sort(projects.begin(), projects.end(),
                   [](const Project& a, const Project& b) { return a.updated > b.updated; });
  return projects;
}

}  // namespace clew
