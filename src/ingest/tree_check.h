// SPDX-License-Identifier: MIT
//
// Whether a tree is as the index knows it, without listing it. The kernel changes the time of a
// folder whenever a name in it comes or goes. So while every folder that was listed has the time it
// had then, the files are those of the index, and one look at each says whether it has changed.
// Listing the folders of tree M takes three times as long as that.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "os/forwarding_file_system.h"
#include "store/index_database.h"
#include "store/roster.h"

namespace clew {

// A folder that was listed, or would have been if it were there: as in a RosterPart.
struct FolderState {
  std::string path;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t mtime_ns = -1;
};

// A file system that remembers which folders were listed. Everything else goes through.
class FolderRecorder : public ForwardingReads<FileSystem> {
 public:
  // Borrows `files`. A folder that only just changed at `now` may change again within the same tick
  // of its clock, unseen.
  FolderRecorder(const FileSystem& files, TimeMs now) : ForwardingReads(files), now_(now) {}

  Result<std::vector<DirEntry>> list(const std::string& path) const override;

  std::vector<FolderState> take();

 private:
  TimeMs now_;
  mutable std::mutex mutex_;  // guards what follows
  mutable std::vector<FolderState> folders_;
};

// The roster of a root: these folders, by name, with what the index has in them. Points into both.
// Nothing when there is a file in none of the folders.
std::optional<std::vector<RosterPart>> make_roster(const std::string& root,
                                                   const std::vector<FolderState>& folders,
                                                   const std::vector<IndexedFile>& files);

struct TreeCheck {
  bool same_folders = false;  // else nothing can be said without listing
  struct Changed {
    std::size_t part = 0;  // of the roster
    std::size_t file = 0;  // of the part
    FileInfo now;
  };
  std::vector<Changed> changed;  // in the order of the roster
};

// `beside`, if given, is called once, by one of the threads, while the others look.
TreeCheck check_tree(const FileSystem& files, const Roster& roster, int threads,
                     const std::function<void()>& beside = {});

}  // namespace clew
