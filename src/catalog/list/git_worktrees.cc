// SPDX-License-Identifier: MIT
#include "catalog/list/git_worktrees.h"

#include <algorithm>

#include "base/text.h"
#include "os/paths.h"

namespace clew {
namespace {

std::string read_name(const FileSystem& files, const std::string& path) {
  constexpr int64_t kLongest = 8192;
  auto text = read_file(files, path, kLongest);
  return text ? std::string(trim(*text)) : std::string();
}

// What `<top>/.git` stands for: itself, or where it points to.
std::optional<std::string> git_dir(const FileSystem& files, const std::string& top) {
  constexpr std::string_view kPointer = "gitdir:";
  std::string dot_git = join_path(top, ".git");
  const auto info = files.stat(dot_git);
  if (!info) return std::nullopt;
  if (info->kind == FileKind::kDirectory) return dot_git;
  const std::string pointer = read_name(files, dot_git);
  if (!pointer.starts_with(kPointer)) return std::nullopt;
  return resolve_path(top, std::string(trim(std::string_view(pointer).substr(kPointer.size()))));
}

}  // namespace

std::optional<GitRepository> find_repository(const FileSystem& files, const std::string& path) {
  const auto real = files.real_path(path);
  if (!real) return std::nullopt;
  for (std::string top = *real;; top = parent_path(top)) {
    if (const auto dir = git_dir(files, top)) {
      const std::string common = read_name(files, join_path(*dir, "commondir"));
      const std::string common_dir = common.empty() ? *dir : resolve_path(*dir, common);
      const auto resolved = files.real_path(common_dir);
      return GitRepository{resolved ? *resolved : common_dir, top};
    }
    if (top == "/" || top.empty()) return std::nullopt;
  }
}

std::vector<std::string> worktrees_of(const FileSystem& files, const GitRepository& repository) {
  std::vector<std::string> tops;
  if (base_name(repository.common_dir) == ".git") {
    tops.emplace_back(parent_path(repository.common_dir));
  }
  const std::string folder = join_path(repository.common_dir, "worktrees");
  if (const auto entries = files.list(folder)) {
    for (const DirEntry& entry : *entries) {
      const std::string link = read_name(files, join_path(folder, entry.name, "gitdir"));
      if (base_name(link) == ".git") tops.emplace_back(parent_path(link));
    }
  }
  tops.push_back(repository.top);
  std::sort(tops.begin() + 1, tops.end());
  std::vector<std::string> once;
  for (std::string& top : tops) {
    if (std::find(once.begin(), once.end(), top) == once.end()) once.push_back(std::move(top));
  }
  return once;
}

}  // namespace clew
