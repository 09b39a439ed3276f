// SPDX-License-Identifier: MIT
#include "ingest/tree_check.h"

#include <algorithm>
#include <atomic>
#include <map>

#include "base/parallel.h"
#include "os/paths.h"

namespace clew {
namespace {

FolderState state_of(const std::string& path, const Result<FileInfo>& info, TimeMs now) {
  if (!info) {
    const bool missing = info.error().code == ErrorCode::kNotFound;
    return {path, 0, 0, missing ? 0 : -1};
  }
  return {path, info->device, info->inode, may_change_unseen(*info, now) ? -1 : info->mtime_ns};
}

bool is_same(const RosterPart& then, const Result<FolderLook>& now) {
  if (!now)
    return then.inode == 0 && then.mtime_ns == 0 && now.error().code == ErrorCode::kNotFound;
  return then.inode != 0 && then.inode == now->folder.inode && then.device == now->folder.device &&
         then.mtime_ns == now->folder.mtime_ns;
}

// Looks at the folder and its files. False when it must be listed.
bool look_at(const FileSystem& files, const RosterPart& part, std::size_t number,
             std::vector<TreeCheck::Changed>& changed) {
  std::vector<std::string_view> names;
  names.reserve(part.files.size());
  for (const RosterFile& file : part.files) names.push_back(file.name);
  const auto now = files.look(std::string(part.folder), names);
  if (!is_same(part, now)) return false;
  for (std::size_t i = 0; now && i < names.size(); ++i) {
    const std::optional<FileInfo>& info = now->entries[i];
    // A name that is there and leads nowhere: a link.
    if (!info || info->kind != FileKind::kRegular) return false;
    if (!same_version(part.files[i], *info)) changed.push_back({number, i, *info});
  }
  return true;
}

}  // namespace

Result<std::vector<DirEntry>> FolderRecorder::list(const std::string& path) const {
  // Asked before it is listed: what changes in between is then seen the next time.
  FolderState state = state_of(path, stat(path), now_);
  auto entries = ForwardingReads::list(path);
  const bool missing = !entries && entries.error().code == ErrorCode::kNotFound;
  if ((state.inode == 0) != missing) state.mtime_ns = -1;
  const std::lock_guard lock(mutex_);
  folders_.push_back(std::move(state));
  return entries;
}

std::vector<FolderState> FolderRecorder::take() {
  const std::lock_guard lock(mutex_);
  return std::move(folders_);
}

std::optional<std::vector<RosterPart>> make_roster(const std::string& root,
                                                   const std::vector<FolderState>& folders,
                                                   const std::vector<IndexedFile>& files) {
  struct Folder {
    const FolderState* state = nullptr;
    std::vector<RosterFile> files;
  };
  std::map<std::string_view, Folder> found;
  const std::string below = root + "/";  // not what only begins with the same name
  for (const FolderState& folder : folders) {
    if (folder.path.starts_with(below)) found[folder.path].state = &folder;
  }
  for (const IndexedFile& file : files) {
    if (file.root() != root) continue;
    const auto folder = found.find(parent_path(file.path));
    if (folder == found.end()) return std::nullopt;
    folder->second.files.push_back(roster_file(file));
  }
  std::vector<RosterPart> parts;
  for (auto& [path, folder] : found) {
    std::vector<RosterFile>& all = folder.files;
    std::sort(all.begin(), all.end(),
              [](const RosterFile& a, const RosterFile& b) { return a.name < b.name; });
    for (std::size_t at = 0; at == 0 || at < all.size(); at += kFilesPerRosterPart) {
      const auto begin = all.begin() + static_cast<std::ptrdiff_t>(at);
      const auto count = std::min(kFilesPerRosterPart, all.size() - at);
      parts.push_back({path,
                       folder.state->device,
                       folder.state->inode,
                       folder.state->mtime_ns,
                       {begin, begin + static_cast<std::ptrdiff_t>(count)}});
    }
  }
  return parts;
}

TreeCheck check_tree(const FileSystem& files, const Roster& roster, int threads,
                     const std::function<void()>& beside) {
  if (!roster.complete) {
    if (beside) beside();
    return {};
  }
  std::atomic<bool> same = true;
  std::vector<std::vector<TreeCheck::Changed>> changed(
      static_cast<std::size_t>(std::max(threads, 1)));
  parallel_for(std::ssize(roster.parts) + 1, threads, [&](std::int64_t turn, int worker) {
    if (turn == 0) {
      if (beside) beside();
      return;
    }
    const auto number = static_cast<std::size_t>(turn - 1);
    if (same &&
        !look_at(files, roster.parts[number], number, changed[static_cast<std::size_t>(worker)]))
      same = false;
  });
  TreeCheck result;
  result.same_folders = same;
  if (!same) return result;
  for (const auto& some : changed)
    result.changed.insert(result.changed.end(), some.begin(), some.end());
  std::sort(result.changed.begin(), result.changed.end(), [](const auto& a, const auto& b) {
    return a.part != b.part ? a.part < b.part : a.file < b.file;
  });
  return result;
}

}  // namespace clew
