// SPDX-License-Identifier: MIT
//
// Which transcripts come, change and go below the roots, while they do. It looks where the kernel
// says that something changed (os/change_watcher.h); now and then at those places of which the
// kernel tells nothing; whenever hints were lost, and a few times an hour without any reason, at
// everything. What it reports is the difference between two looks, so a change can be late but
// never missing.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "catalog/layout/session_files.h"
#include "os/change_watcher.h"
#include "os/file_system.h"

namespace clew {

struct TranscriptChange {
  enum class Kind : std::uint8_t { kAdded, kChanged, kRemoved };
  Kind kind = Kind::kChanged;
  std::string path;
};

struct TreeChanges {
  std::vector<TranscriptChange> files;  // in the order they were noticed
  bool registry = false;                // a note of a running session came, changed or went
  bool process_ended = false;           // one of those that watch_processes() named
};

struct TranscriptWatchOptions {
  using Milliseconds = std::chrono::milliseconds;
  // How often everything is looked at although nothing was heard, for what nobody thought of.
  Milliseconds rescan{600'000};
  // The same while something is known to be unheard: a read that failed (the first time; then
  // twice as long each time), or a folder for which the kernel had no watch left.
  Milliseconds retry{1'000};
  Milliseconds unwatched{2'000};
  // How often the silent places are looked at: folders on network file systems, links to files
  // elsewhere, and roots, which may not be there yet or be moved with a folder above them.
  Milliseconds silent{30'000};
};

// Borrows the file system. One thread at a time, except interrupt().
class TranscriptWatch {
 public:
  using Milliseconds = std::chrono::milliseconds;
  using FindRoots = std::function<std::vector<std::string>()>;  // asked at each look at everything

  // Looks at everything once; what is there then is in files() and not reported as added.
  TranscriptWatch(const FileSystem& files, std::unique_ptr<ChangeWatcher> watcher, FindRoots roots,
                  TranscriptWatchOptions options = {});

  const std::map<std::string, TranscriptFile>& files() const { return files_; }  // by path

  // Waits until there is something to report or the time is over (nothing: for ever).
  TreeChanges wait(std::optional<Milliseconds> timeout);
  // Ends the wait() that runs, or else the next one. From any thread.
  void interrupt() { watcher_->interrupt(); }
  void watch_processes(const std::vector<std::int64_t>& pids) { watcher_->watch_processes(pids); }

  std::int64_t rescans() const { return rescans_; }  // of everything, beside the first one
  std::size_t folders() const { return folders_.size(); }

 private:
  using Clock = std::chrono::steady_clock;

  enum class Role : std::uint8_t { kRoot, kProjects, kProject, kSession, kAgents, kRegistry };
  struct Folder {
    Role role = Role::kRoot;
    int levels = 0;  // kAgents: how much deeper agents may lie
    std::string root{};
    std::string key{};
    std::pair<std::uint64_t, std::uint64_t> identity{};  // device and inode
    std::optional<WatchId> watch{};
    bool silent = false;  // not everything that happens in it is told
  };

  void look_at_everything();
  void look_at_silent();
  bool roots_have_changed();
  void look_at(const FolderChange& change);
  // `kind` of the entry itself, if it is known.
  void look_at_entry(const std::string& path, const Folder& folder, const std::string& name,
                     std::optional<FileKind> kind = {});
  void look_at_folder(const std::string& path, Folder folder);
  void look_at_file(const std::string& path, const Folder& folder);
  bool is_link(const std::string& path) const;
  void look_at_entries(const std::string& path, const Folder& folder);
  Folder* enter(const std::string& path, Folder folder);
  void listen(const std::string& path, Folder& folder);
  void forget_file(std::map<std::string, TranscriptFile>::iterator file);
  void forget_at(const std::string& path);     // a file
  void forget_below(const std::string& path);  // and the folder itself
  void forget_missing(const std::string& path, const std::vector<DirEntry>& entries);
  void report(TranscriptChange::Kind kind, const std::string& path);
  Clock::time_point next_full_look() const;
  void look_if_due();

  const FileSystem& disk_;
  std::unique_ptr<ChangeWatcher> watcher_;
  FindRoots find_roots_;
  const TranscriptWatchOptions options_;

  std::map<std::string, TranscriptFile> files_;
  std::map<std::string, Folder> folders_;  // by path: what is below a folder follows it
  std::unordered_map<WatchId, std::string> by_watch_;
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> by_identity_;
  std::vector<std::string> roots_;  // as they were found last
  std::set<std::string> links_;     // transcripts that lie elsewhere

  TreeChanges changes_;  // found, not yet reported
  Clock::time_point last_look_{};
  Clock::time_point last_silent_look_{};
  Milliseconds retry_{0};   // 0: nothing failed
  bool failed_ = false;     // during this look
  bool told_ = false;       // the kernel itself named what is being looked at
  bool unwatched_ = false;  // some folder has no watch
  bool deaf_ = false;       // the watcher itself does not work
  std::int64_t rescans_ = 0;
};

}  // namespace clew
