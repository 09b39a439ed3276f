// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "os/file_system.h"

namespace clew {

struct DemoOptions {
  std::string folder;
  TimeMs now = 0;
};

struct DemoFile {
  std::string path;                   // below the folder
  std::optional<TimeMs> newest = {};  // time of the last thing in it, where it has any
};

// Makes an invented Claude configuration root in the folder, so that every command has something to
// show: docs/demo.md says what. The same `now` gives the same bytes; ids never change, and all
// times are counted back from `now`. Gives the files in the order in which they were written, which
// is that of their times: whoever goes by the times of change finds the newest session first.
//
// The folder is made if need be. One that holds anything is refused, unless it is an earlier demo,
// which is written anew; what others put into it stays.
Result<std::vector<DemoFile>> write_demo(WritableFileSystem& files, const DemoOptions& options);

}  // namespace clew
