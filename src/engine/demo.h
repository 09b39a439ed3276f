// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "base/time.h"
#include "os/file_system.h"

namespace clew {

struct DemoOptions {
  std::string folder;
  TimeMs now = 0;
};

// Makes an invented Claude configuration root in the folder, so that every command has something to
// show: docs/demo.md says what. The same `now` gives the same bytes; ids never change, and all
// times are counted back from `now`.
//
// The folder is made if need be. One that holds anything is refused, unless it is an earlier demo,
// which is written anew; what others put into it stays.
Result<void> write_demo(WritableFileSystem& files, const DemoOptions& options);

}  // namespace clew
