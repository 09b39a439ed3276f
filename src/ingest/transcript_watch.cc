// SPDX-License-Identifier: MIT
//
// A folder is watched first and listed second, so that what appears in between is seen at least
// once. Folders are told apart by device and inode: a project that was renamed, or deleted and made
// again, is another folder although a watch on the old one may still be alive.

#include "ingest/transcript_watch.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <thread>

#include "catalog/layout/layout.h"
#include "os/paths.h"

namespace clew {
namespace {

bool is_transcript(std::string_view name) {
  return is_transcript_name(name) && session_id_of(name);
}
bool is_agent(std::string_view name) { return is_agent_name(name) && is_transcript(name); }

// Below <session>/subagents; see catalog/layout/session_files.cc.
constexpr int kAgentLevels = 2;

}  // namespace

TranscriptWatch::TranscriptWatch(const FileSystem& files, std::unique_ptr<ChangeWatcher> watcher,
                                 FindRoots roots, TranscriptWatchOptions options)
    : disk_(files), watcher_(std::move(watcher)), find_roots_(std::move(roots)), options_(options) {
  look_at_everything();
  rescans_ = 0;
  changes_ = {};
}

TreeChanges TranscriptWatch::wait(std::optional<Milliseconds> timeout) {
  const auto next = std::min(next_full_look(), last_silent_look_ + options_.silent);
  const Milliseconds look =
      std::max(std::chrono::ceil<Milliseconds>(next - Clock::now()), Milliseconds(0));
  auto batch = watcher_->wait(timeout ? std::min(*timeout, look) : look);
  if (!batch) {
    // The kernel's watcher is broken: go on without it, and without spinning.
    deaf_ = true;
    std::this_thread::sleep_for(std::min(options_.unwatched, Milliseconds(100)));
    look_if_due();
  } else if (batch->lost) {
    look_at_everything();
  } else {
    failed_ = false;
    for (const FolderChange& change : batch->changes) look_at(change);
    if (failed_ && retry_ == Milliseconds(0)) retry_ = options_.retry;
    look_if_due();
  }
  if (batch && batch->process_ended) changes_.process_ended = true;
  return std::exchange(changes_, {});
}

TranscriptWatch::Clock::time_point TranscriptWatch::next_full_look() const {
  Milliseconds interval = options_.rescan;
  if (unwatched_ || deaf_) interval = std::min(interval, options_.unwatched);
  if (retry_ > Milliseconds(0)) interval = std::min(interval, retry_);
  return last_look_ + interval;
}

void TranscriptWatch::look_if_due() {
  const auto now = Clock::now();
  if (now >= next_full_look()) {
    look_at_everything();
  } else if (now >= last_silent_look_ + options_.silent) {
    look_at_silent();
  }
}

void TranscriptWatch::look_at_everything() {
  ++rescans_;
  failed_ = false;
  unwatched_ = false;
  links_.clear();
  changes_.registry = true;  // cheap to read, and nobody knows
  roots_ = find_roots_();
  std::vector<std::string> gone;
  for (const auto& [path, folder] : folders_) {
    const bool is_root = folder.role == Role::kRoot;
    if (is_root && std::find(roots_.begin(), roots_.end(), path) == roots_.end()) {
      gone.push_back(path);
    }
  }
  for (const std::string& path : gone) forget_below(path);
  for (const std::string& root : roots_) {
    look_at_folder(root, {.role = Role::kRoot, .root = root});
  }
  last_look_ = last_silent_look_ = Clock::now();
  if (!failed_) {
    retry_ = Milliseconds(0);
  } else {
    retry_ = retry_ == Milliseconds(0) ? options_.retry : std::min(retry_ * 2, options_.silent);
  }
}

// A few calls to the kernel where it tells everything, however many files there are.
void TranscriptWatch::look_at_silent() {
  if (roots_have_changed()) return look_at_everything();
  failed_ = false;
  std::vector<std::string> silent;
  for (const auto& [path, folder] : folders_) {
    if (folder.silent) silent.push_back(path);
  }
  for (const std::string& path : silent) {
    if (const auto folder = folders_.find(path); folder != folders_.end()) {
      look_at_folder(path, Folder(folder->second));
    }
  }
  for (const std::string& path : links_) {
    const auto folder = folders_.find(std::string(parent_path(path)));
    if (folder != folders_.end()) look_at_file(path, folder->second);
  }
  last_silent_look_ = Clock::now();
  if (failed_ && retry_ == Milliseconds(0)) retry_ = options_.retry;
}

bool TranscriptWatch::roots_have_changed() {
  if (find_roots_() != roots_) return true;
  for (const std::string& root : roots_) {
    const auto info = disk_.stat(root);
    const auto known = folders_.find(root);
    if (known == folders_.end() ? info.has_value() : !info) return true;
    if (info && known->second.identity != std::pair(info->device, info->inode)) return true;
  }
  return false;
}

void TranscriptWatch::look_at(const FolderChange& change) {
  const auto known = by_watch_.find(change.folder);
  if (known == by_watch_.end()) return;  // the echo of a folder already forgotten
  const std::string path = known->second;
  Folder& folder = folders_.at(path);
  if (!change.name.empty()) {
    told_ = true;
    look_at_entry(path, folder, change.name);
    told_ = false;
    return;
  }
  // The watch is dead, or follows the folder to another place: a new one for what is here now.
  watcher_->remove(change.folder);
  by_watch_.erase(known);
  folder.watch.reset();
  look_at_folder(path, folder);
}

void TranscriptWatch::look_at_entry(const std::string& path, const Folder& folder,
                                    const std::string& name, std::optional<FileKind> kind) {
  const std::string child = resolve_path(path, name);
  Folder below{.root = folder.root, .key = folder.key};
  // Nothing in a session's folder is followed: see catalog/layout/contained_path.h.
  const auto is_link_now = [&] { return kind ? *kind == FileKind::kSymlink : is_link(child); };
  switch (folder.role) {
    case Role::kRoot:
      if (name == kProjectsFolder.text()) {
        below.role = Role::kProjects;
      } else if (name == kRegistryFolder.text()) {
        below.role = Role::kRegistry;
      } else {
        return;
      }
      break;
    case Role::kProjects:
      below.role = Role::kProject;
      below.key = name;
      break;
    case Role::kProject:
      if (is_transcript(name)) {
        // Those that are known were asked about when they came.
        if (kind ? *kind == FileKind::kSymlink : !files_.contains(child) && is_link(child))
          links_.insert(child);
        return look_at_file(child, folder);
      }
      below.role = Role::kSession;
      break;
    case Role::kSession:
      if (name != kSubagentsFolder.text()) return;
      below.role = Role::kAgents;
      below.levels = kAgentLevels;
      break;
    case Role::kAgents:
      if (is_agent(name)) return is_link_now() ? forget_at(child) : look_at_file(child, folder);
      if (folder.levels == 0) return;
      below.role = Role::kAgents;
      below.levels = folder.levels - 1;
      break;
    case Role::kRegistry:
      changes_.registry = true;
      return;
  }
  const bool in_session = below.role == Role::kSession || below.role == Role::kAgents;
  if (in_session && is_link_now()) return forget_below(child);
  look_at_folder(child, std::move(below));
}

void TranscriptWatch::look_at_folder(const std::string& path, Folder folder) {
  const Folder* entered = enter(path, std::move(folder));
  if (entered == nullptr) return;
  if (entered->role == Role::kRegistry) {
    changes_.registry = true;
    return;
  }
  look_at_entries(path, *entered);
}

// The folder as it is now, watched; null if there is none, or its other name was read.
TranscriptWatch::Folder* TranscriptWatch::enter(const std::string& path, Folder folder) {
  const auto info = disk_.stat(path);
  if (!info && info.error().code != ErrorCode::kNotFound) {
    failed_ = true;  // it may well be there
    return nullptr;
  }
  if (!info || info->kind != FileKind::kDirectory) {
    forget_below(path);
    return nullptr;
  }
  folder.identity = {info->device, info->inode};
  auto known = folders_.find(path);
  if (known != folders_.end() && known->second.identity != folder.identity) {
    forget_below(path);
    known = folders_.end();
  }
  if (known == folders_.end()) {
    if (const auto same = by_identity_.find(folder.identity); same != by_identity_.end()) {
      const std::string other = same->second;
      const auto still = disk_.stat(other);
      if (still && std::pair(still->device, still->inode) == folder.identity) return nullptr;
      forget_below(other);
    }
    by_identity_[folder.identity] = path;
    known = folders_.emplace(path, std::move(folder)).first;
  }
  if (!known->second.watch) listen(path, known->second);
  return &known->second;
}

void TranscriptWatch::listen(const std::string& path, Folder& folder) {
  auto watch = watcher_->add(path);
  folder.silent = !watcher_->hears_all(path);
  if (watch) {
    folder.watch = *watch;
    by_watch_[*watch] = path;
  } else if (watch.error().code == ErrorCode::kBusy) {
    unwatched_ = true;
  } else {
    failed_ = true;
  }
}

void TranscriptWatch::look_at_entries(const std::string& path, const Folder& folder) {
  auto entries = disk_.list(path);
  if (!entries) {
    if (entries.error().code == ErrorCode::kNotFound) {
      forget_below(path);
    } else {
      failed_ = true;
    }
    return;
  }
  forget_missing(path, *entries);
  // Folders before links, so that of two names the real one stays.
  std::sort(entries->begin(), entries->end(), [](const DirEntry& a, const DirEntry& b) {
    return a.kind != b.kind ? a.kind == FileKind::kDirectory : a.name < b.name;
  });
  const Folder parent = folder;  // entering others may move it
  for (const DirEntry& entry : *entries) {
    const bool file = is_transcript(entry.name) && entry.kind != FileKind::kDirectory;
    const bool link = entry.kind == FileKind::kSymlink;
    const bool enters = entry.kind == FileKind::kDirectory ||
                        (link && (parent.role == Role::kRoot || parent.role == Role::kProjects));
    if (file || enters) look_at_entry(path, parent, entry.name.text(), entry.kind);
  }
}

bool TranscriptWatch::is_link(const std::string& path) const {
  const auto real = disk_.real_path(path);
  const auto folder = disk_.real_path(std::string(parent_path(path)));
  return real && folder && *real != resolve_path(*folder, base_name(path));
}

void TranscriptWatch::look_at_file(const std::string& path, const Folder& folder) {
  const auto info = disk_.stat(path);
  const auto known = files_.find(path);
  if (!info && info.error().code != ErrorCode::kNotFound) {
    failed_ = true;
  } else if (!info || info->kind != FileKind::kRegular) {
    if (known != files_.end()) forget_file(known);
  } else if (known == files_.end()) {
    files_[path] = transcript_file(path, folder.root, folder.key, *info);
    report(TranscriptChange::Kind::kAdded, path);
  } else {
    FileInfo& old = known->second.info;
    const bool same = same_version(old, *info);
    old = *info;
    // Times are coarse: a file that was written twice within one tick may look the same.
    if (!same || told_) report(TranscriptChange::Kind::kChanged, path);
  }
}

void TranscriptWatch::report(TranscriptChange::Kind kind, const std::string& path) {
  changes_.files.push_back({kind, path});
}

void TranscriptWatch::forget_file(std::map<std::string, TranscriptFile>::iterator file) {
  report(TranscriptChange::Kind::kRemoved, file->first);
  files_.erase(file);
}

void TranscriptWatch::forget_at(const std::string& path) {
  if (const auto known = files_.find(path); known != files_.end()) forget_file(known);
}

void TranscriptWatch::forget_below(const std::string& path) {
  const std::string prefix = path + "/";
  for (auto file = files_.lower_bound(prefix);
       file != files_.end() && file->first.starts_with(prefix);) {
    forget_file(file++);
  }
  auto folder = folders_.find(path);
  if (folder == folders_.end()) folder = folders_.lower_bound(prefix);
  while (folder != folders_.end() &&
         (folder->first == path || folder->first.starts_with(prefix) || folder->first < prefix)) {
    // Between "a" and "a/..." stand names like "a-b", which are others.
    if (folder->first != path && !folder->first.starts_with(prefix)) {
      ++folder;
      continue;
    }
    if (folder->second.role == Role::kRegistry) changes_.registry = true;
    if (folder->second.watch) {
      by_watch_.erase(*folder->second.watch);
      watcher_->remove(*folder->second.watch);
    }
    by_identity_.erase(folder->second.identity);
    folder = folders_.erase(folder);
  }
}

// What was known in this folder and is no longer listed.
void TranscriptWatch::forget_missing(const std::string& path,
                                     const std::vector<DirEntry>& entries) {
  std::set<std::string_view> listed;
  for (const DirEntry& entry : entries) listed.insert(entry.name);
  const std::string prefix = path + "/";
  const auto is_missing = [&](const std::string& child) {
    const std::string_view name = std::string_view(child).substr(prefix.size());
    return name.find('/') == std::string_view::npos && !listed.contains(name);
  };
  for (auto file = files_.lower_bound(prefix);
       file != files_.end() && file->first.starts_with(prefix);) {
    const auto next = std::next(file);
    if (is_missing(file->first)) forget_file(file);
    file = next;
  }
  std::vector<std::string> gone;
  for (auto folder = folders_.lower_bound(prefix);
       folder != folders_.end() && folder->first.starts_with(prefix); ++folder) {
    if (is_missing(folder->first)) gone.push_back(folder->first);
  }
  for (const std::string& folder : gone) forget_below(folder);
}

}  // namespace clew
