// SPDX-License-Identifier: MIT
#include "engine/doctor/root_check.h"

#include <algorithm>

#include "base/numbers.h"
#include "base/uuid.h"
#include "catalog/layout/layout.h"
#include "catalog/layout/session_files.h"
#include "json/value.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestIndex = std::int64_t{64} << 20;

class RootFinder {
 public:
  RootFinder(const FileSystem& files, const std::vector<std::string>& roots,
             const SessionList& list, std::int64_t slow)
      : files_(files), roots_(roots), list_(list), slow_(slow) {}

  std::vector<RootNote> run() {
    find_size();
    for (std::size_t i = 0; i < list_.folders.size(); ++i) {
      find_index(i);
      find_too_deep(list_.folders[i]);
    }
    find_gone();
    return std::move(notes_);
  }

 private:
  void find_size() {
    std::int64_t all = 0;
    std::vector<std::int64_t> of_folder(list_.folders.size(), 0);
    for (const SessionRow& row : list_.sessions) {
      all += row.file.size;
      of_folder[row.folder] += row.file.size;
    }
    if (all <= slow_) return;
    const auto largest = std::max_element(of_folder.begin(), of_folder.end());
    const ProjectFolder& folder =
        list_.folders[static_cast<std::size_t>(largest - of_folder.begin())];
    notes_.push_back({Defect::kG5, folder.path,
                      human_bytes(all) + " in " + counted(std::ssize(list_.sessions), "session") +
                          ", " + human_bytes(*largest) + " of it in this project",
                      std::ssize(list_.sessions)});
  }

  // An index that old versions took for the truth.
  void find_index(std::size_t folder) {
    const std::string path = list_.folders[folder].path + "/sessions-index.json";
    auto text = read_file(files_, path, kLargestIndex);
    if (!text) return;
    json::Parser parser;
    auto root = parser.parse_copy(*text);
    if (!root) return;
    std::int64_t named = 0;
    for (const json::Value entry : (*root)["entries"].elements())
      named += entry.is_object() ? 1 : 0;
    const std::int64_t there =
        std::count_if(list_.sessions.begin(), list_.sessions.end(),
                      [&](const SessionRow& row) { return row.folder == folder; });
    if (named >= there) return;
    notes_.push_back({Defect::kH7, path,
                      "it names " + with_thousands(named) + " of " + with_thousands(there),
                      there - named});
  }

  // Transcripts in a folder below that of a project, where nobody looks.
  void find_too_deep(const ProjectFolder& folder) {
    const auto entries = files_.list(folder.path);
    if (!entries) return;
    for (const DirEntry& entry : *entries) {
      if (entry.kind != FileKind::kDirectory) continue;
      const std::string below = folder.path + "/" + std::string(entry.name.text());
      const auto inner = files_.list(below);
      if (!inner) continue;
      const std::int64_t lost =
          std::count_if(inner->begin(), inner->end(), [](const DirEntry& one) {
            const auto id = session_id_of(one.name.text());
            return id && is_transcript_name(one.name.text()) && is_uuid(id->text());
          });
      if (lost > 0) notes_.push_back({Defect::kH11, below, {}, lost});
    }
  }

  void find_gone() {
    const GhostSessions gone = find_ghosts(files_, roots_);
    if (gone.ghosts.empty()) return;
    notes_.push_back({Defect::kH12, gone.ghosts.front().root,
                      counted(std::ssize(gone.ghosts), "session"), std::ssize(gone.ghosts)});
  }

  const FileSystem& files_;
  const std::vector<std::string>& roots_;
  const SessionList& list_;
  const std::int64_t slow_;
  std::vector<RootNote> notes_;
};

}  // namespace

std::vector<RootNote> find_in_roots(const FileSystem& files, const std::vector<std::string>& roots,
                                    const SessionList& list, std::int64_t slow) {
  return RootFinder(files, roots, list, slow).run();
}

TypedTimes typed_times(const FileSystem& files, const std::vector<std::string>& roots,
                       const std::string& session) {
  PromptFilter filter;
  filter.session = session;
  TypedTimes times;
  for (const TypedPrompt& prompt : read_prompt_history(files, roots, filter).prompts) {
    // Commands of the CLI itself may leave no line.
    if (prompt.session.empty() || prompt.time == kNoTime || prompt.display.starts_with('/')) {
      continue;
    }
    times[prompt.session].push_back(prompt.time);
  }
  return times;
}

std::int64_t prompts_not_written(const TypedTimes& typed, std::string_view session, TimeMs last) {
  constexpr TimeMs kMargin = 60'000;
  const auto found = typed.find(session);
  if (found == typed.end() || last == kNoTime) return 0;
  const std::int64_t later = std::count_if(found->second.begin(), found->second.end(),
                                           [&](TimeMs time) { return time > last + kMargin; });
  return later > 1 ? later : 0;
}

}  // namespace clew
