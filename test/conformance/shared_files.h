// SPDX-License-Identifier: MIT
//
// For tests only: material that is not part of this project, at ../shared or $CLEW_SHARED.
#pragma once

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace clew {

inline std::filesystem::path shared_folder(const std::string& name) {
  const char* shared = std::getenv("CLEW_SHARED");
  return std::filesystem::path(shared ? shared : CLEW_SOURCE_DIR "/../shared") / name;
}

// What a .jsonl file of the corpus is, told by its name alone.
enum class SharedKind { kMain, kAgent, kStream, kOther };

inline SharedKind kind_of_shared(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  if (name.ends_with(".stdout.jsonl")) return SharedKind::kStream;
  if (name.ends_with(".wire.jsonl") || name == "history.jsonl") return SharedKind::kOther;
  return name.starts_with("agent-") ? SharedKind::kAgent : SharedKind::kMain;
}

// All .jsonl files below a folder, sorted; none if it is not there.
inline std::vector<std::filesystem::path> shared_files(const std::filesystem::path& folder,
                                                       SharedKind kind) {
  std::vector<std::filesystem::path> found;
  std::error_code error;
  for (auto at = std::filesystem::recursive_directory_iterator(folder, error);
       !error && at != std::filesystem::recursive_directory_iterator(); at.increment(error)) {
    const std::filesystem::path& path = at->path();
    if (path.extension() == ".jsonl" && kind_of_shared(path) == kind) found.push_back(path);
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace clew
