// SPDX-License-Identifier: MIT
#include "catalog/layout/folder_of_key.h"

#include <vector>

#include "catalog/layout/project_key.h"

namespace clew {
namespace {

constexpr int kMostFolders = 1'000;  // looked into: many names may make the same beginning

}  // namespace

std::optional<std::string> folder_of_key(const FileSystem& files, std::string_view key) {
  if (key.empty() || key.size() > kLongestProjectKey) return std::nullopt;
  std::vector<std::string> open = {""};
  std::vector<std::string> found;
  for (int looked = 0; !open.empty() && looked < kMostFolders && found.size() < 2; ++looked) {
    const std::string folder = std::move(open.back());
    open.pop_back();
    const auto entries = files.list(folder.empty() ? "/" : folder);
    if (!entries) continue;
    for (const DirEntry& entry : *entries) {
      if (entry.kind != FileKind::kDirectory) continue;
      std::string path = folder + "/" + entry.name.text();
      const std::string begins = project_key(path, KeyRule::k10);
      if (begins == key) found.push_back(path);
      if (key.starts_with(begins + "-")) open.push_back(std::move(path));
    }
  }
  return found.size() == 1 ? std::optional(std::move(found.front())) : std::nullopt;
}

std::string folder_now(const FileSystem& files, std::string_view key, std::string_view recorded) {
  if (recorded.empty() || key.empty() || is_key_of(key, recorded)) return std::string(recorded);
  return folder_of_key(files, key).value_or(std::string(recorded));
}

}  // namespace clew
