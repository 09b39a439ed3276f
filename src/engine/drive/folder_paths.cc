// SPDX-License-Identifier: MIT

#include "engine/drive/folder_paths.h"

#include <algorithm>
#include <array>
#include <deque>
#include <tuple>
#include <utility>

#include "base/letter_case.h"
#include "engine/read/open_session.h"
#include "os/paths.h"

namespace clew {
namespace {

// A prompt is about files that people write; what is beyond this is looked for in other ways.
constexpr std::size_t kMostLooked = 20'000;

bool is_skipped(std::string_view name) {
  constexpr std::array<std::string_view, 5> kSkipped = {"node_modules", "build", "dist", "target",
                                                        "__pycache__"};
  return name.starts_with('.') ||
         std::find(kSkipped.begin(), kSkipped.end(), name) != kSkipped.end();
}

// All of them, folders before what is in them, nearest first.
std::vector<std::string> paths_below(Engine& engine, const std::string& folder) {
  std::vector<std::string> found;
  std::deque<std::string> folders = {""};
  while (!folders.empty() && found.size() < kMostLooked && !engine.stop().is_stopped()) {
    const std::string below = std::move(folders.front());
    folders.pop_front();
    auto names = engine.files().list(below.empty() ? folder : folder + "/" + below);
    if (!names) continue;
    for (const DirEntry& entry : *names) {
      const std::string name = entry.name.text();
      if (is_skipped(name)) continue;
      const bool is_folder = entry.kind == FileKind::kDirectory;
      const std::string path = below.empty() ? name : below + "/" + name;
      if (is_folder) folders.push_back(path);
      found.push_back(is_folder ? path + "/" : path);
    }
  }
  return found;
}

// The better, the smaller: the last step begins so, holds it, or only the path does.
int rank_of(const std::string& path, const std::string& wanted) {
  const std::string low = lower_case(path);
  const std::string_view last = base_name(std::string_view(low).substr(0, low.size() - 1));
  if (wanted.empty()) return static_cast<int>(std::count(low.begin(), low.end(), '/'));
  if (last.starts_with(wanted)) return 0;
  if (last.find(wanted) != std::string_view::npos) return 1;
  return low.find(wanted) != std::string::npos ? 2 : -1;
}

}  // namespace

Result<FolderPaths> folder_paths(Engine& engine, const Arguments& arguments) {
  auto session = open_session(engine, arguments.text("session"));
  if (!session) return session.error();
  FolderPaths answer;
  answer.folder = (*session)->facts().cwd;
  if (!answer.folder.starts_with('/') || answer.folder == "/") {
    return Error{ErrorCode::kNotFound, "it is not known in which folder this session worked"};
  }
  const std::string wanted = lower_case(arguments.text("match"));
  std::vector<std::tuple<int, std::size_t, std::string>> ranked;
  for (std::string& path : paths_below(engine, answer.folder)) {
    const int rank = rank_of(path, wanted);
    if (rank >= 0) ranked.emplace_back(rank, path.size(), std::move(path));
  }
  if (engine.stop().is_stopped()) return stopped_error();
  std::sort(ranked.begin(), ranked.end());
  const auto limit = static_cast<std::size_t>(arguments.integer("limit"));
  answer.more = ranked.size() > limit;
  ranked.resize(std::min(ranked.size(), limit));
  for (auto& [rank, size, path] : ranked) answer.paths.push_back(std::move(path));
  return answer;
}

}  // namespace clew
