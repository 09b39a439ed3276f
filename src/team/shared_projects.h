// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// A project of this machine that goes to a team's store, because its owner said so.
struct SharedProject {
  std::string path{};                  // its folder
  std::string visibility = "team";     // mine, team, named
  std::vector<std::string> readers{};  // for named
  bool redact = true;                  // secrets are taken out before anything is sent
};

// What of this machine goes to one store. Nothing goes anywhere that is not in such a list.
struct SharedList {
  std::vector<SharedProject> projects;
  std::set<std::string, std::less<>> withheld;  // sessions of these that do not go

  const SharedProject* find(std::string_view path) const;
};

// The list for the store with this id. The file has one for each, so that what was shared with one
// team does not go to another. A missing file is an empty list, a damaged one an error.
Result<SharedList> read_shared_list(const FileSystem& files, const std::string& path,
                                    const std::string& store);
Result<void> write_shared_list(WritableFileSystem& files, const std::string& path,
                               const std::string& store, const SharedList& list);

}  // namespace clew
