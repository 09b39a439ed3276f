// SPDX-License-Identifier: MIT
#include "catalog/list/project_lookup.h"

#include <algorithm>

#include "catalog/layout/project_key.h"
#include "catalog/list/git_worktrees.h"
#include "json/value.h"
#include "jsonl/line_reader.h"
#include "os/paths.h"
#include "transcript/line_fields.h"

namespace clew {
namespace {

// "/a/b/" and "/a//b" are "/a/b"; links are left alone.
std::string without_extra_slashes(std::string_view path) {
  std::string clean;
  for (const char c : path) {
    if (c != '/' || !clean.ends_with('/')) clean += c;
  }
  if (clean.size() > 1 && clean.ends_with('/')) clean.pop_back();
  return clean;
}

// The names under which the project may be known.
std::vector<std::string> paths_of(const FileSystem& files, const std::string& path,
                                  Worktrees worktrees) {
  std::vector<std::string> paths = {without_extra_slashes(path)};
  if (const auto real = files.real_path(path)) paths.push_back(*real);
  if (worktrees == Worktrees::kAll) {
    if (const auto repository = find_repository(files, path)) {
      for (std::string& top : worktrees_of(files, *repository)) paths.push_back(std::move(top));
    }
  }
  return paths;
}

std::vector<std::size_t> by_key(const std::vector<ProjectFolder>& folders,
                                const std::vector<std::string>& paths) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const bool matches = std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
      return is_key_of(folders[i].key, path);
    });
    if (matches) found.push_back(i);
  }
  return found;
}

std::vector<std::size_t> by_recorded_path(const FileSystem& files,
                                          const std::vector<ProjectFolder>& folders,
                                          const std::vector<std::string>& paths, int threads) {
  SessionFiles sessions;
  sessions.folders = folders;
  find_files_in_folders(files, {.agents = Agents::kLeaveOut, .threads = threads}, sessions);
  std::vector<char> matches(sessions.files.size());
  parallel_for(static_cast<int64_t>(matches.size()), threads, [&](int64_t i, int) {
    const auto index = static_cast<std::size_t>(i);
    const std::string cwd = recorded_cwd(files, sessions.files[index].path);
    matches[index] = std::find(paths.begin(), paths.end(), cwd) != paths.end() ? 1 : 0;
  });
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < matches.size(); ++i) {
    const std::size_t folder = sessions.files[i].folder;
    if (matches[i] != 0 && (found.empty() || found.back() != folder)) found.push_back(folder);
  }
  return found;
}

}  // namespace

std::vector<std::size_t> folders_of_project(const FileSystem& files,
                                            const std::vector<ProjectFolder>& folders,
                                            const std::string& path, Worktrees worktrees,
                                            int threads) {
  const std::vector<std::string> paths = paths_of(files, path, worktrees);
  std::vector<std::size_t> found = by_key(folders, paths);
  if (!found.empty()) return found;
  return by_recorded_path(files, folders, paths, threads);
}

std::vector<std::size_t> folders_named_after(const FileSystem& files,
                                             const std::vector<ProjectFolder>& folders,
                                             const std::string& path, Worktrees worktrees) {
  return by_key(folders, paths_of(files, path, worktrees));
}

std::string project_above(const std::vector<ProjectFolder>& folders, const std::string& path) {
  std::string above(parent_path(without_extra_slashes(path)));
  for (; above.size() > 1; above = std::string(parent_path(above))) {
    if (!by_key(folders, {above}).empty()) return above;
  }
  return {};
}

std::string recorded_cwd(const FileSystem& files, const std::string& path) {
  constexpr std::int64_t kFar = 64 << 10;
  auto file = files.open(path);
  if (!file) return {};
  LineReader lines(**file, {.block_size = 8 << 10, .max_line = 1 << 20});
  json::Parser parser;
  for (;;) {
    const auto line = lines.next();
    if (!line || !*line || (*line)->offset > kFar) return {};
    const auto value = parser.parse((*line)->text);
    if (!value) continue;
    const std::string_view cwd = LineFields(*value).text(Field::kCwd);
    if (!cwd.empty()) return std::string(cwd);
  }
}

}  // namespace clew
