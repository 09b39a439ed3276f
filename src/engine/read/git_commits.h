// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// A commit, as git reported it or, where its report was not recorded, as the command gives it.
struct GitCommit {
  std::string hash;  // empty: not recorded
  std::string branch;
  std::string subject;
  std::int64_t files = 0;
  std::int64_t insertions = 0;
  std::int64_t deletions = 0;
};

struct GitCommits {
  std::vector<GitCommit> made;
  bool amends = false;  // the first of them takes the place of the one before
};

// The commits that a command line made, which ended well and printed this.
GitCommits commits_of(std::string_view command, std::string_view output);

}  // namespace clew
