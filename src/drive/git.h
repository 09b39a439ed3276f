// SPDX-License-Identifier: MIT
//
// git, in the one place that runs it. A repository's own configuration names programs: fsmonitor,
// hooks, filters, diff drivers, ssh commands, aliases, pagers. In a folder that an agent wrote to,
// running git would run what the agent chose. So git never sees that configuration: it is given a
// stand-in of the repository, a folder of ours with the refs, a configuration without programs, and
// only the way to the objects and the index of the original.
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"
#include "os/run_program.h"

namespace clew {

// Clones a local repository; `source` is an absolute path. The person's own settings count (git-lfs
// is one), those of the source do not, and no hook runs.
Result<void> git_clone(const std::string& source, const std::string& into);

// A work tree with its repository in it, looked at from outside. Borrows the file system.
class GitStandIn {
 public:
  // `tree` is the top of the work tree. The stand-in is made in `folder`, ours and private, and
  // goes with the object. An error when there is no plain repository (.git is a link or a file,
  // ...).
  static Result<GitStandIn> make(WritableFileSystem& files, const PathBelow& tree,
                                 const PathBelow& folder);
  GitStandIn(GitStandIn&& other) noexcept;
  GitStandIn(const GitStandIn&) = delete;
  GitStandIn& operator=(const GitStandIn&) = delete;
  GitStandIn& operator=(GitStandIn&&) = delete;
  ~GitStandIn();

  // What it wrote, when it ended well.
  Result<std::string> run(std::vector<std::string> arguments) const;

  // What HEAD names when it is on no branch.
  const std::optional<std::string>& detached_head() const { return detached_head_; }
  bool has_stash() const { return has_stash_; }

 private:
  GitStandIn(WritableFileSystem& files, PathBelow tree, PathBelow folder);
  Result<void> fill();

  WritableFileSystem* files_;
  PathBelow tree_;
  std::optional<PathBelow> folder_;  // nothing: moved away
  std::optional<std::string> detached_head_;
  bool has_stash_ = false;
};

}  // namespace clew
