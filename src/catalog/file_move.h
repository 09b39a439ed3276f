// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Moves a file or folder to a name that is free, in a folder that exists: a rename, or between two
// disks a copy whose size is compared before the original goes (times are then those of the copy,
// and links and devices are refused). On failure the original is whole, unless it was the removing
// that failed: then both are there.
Result<void> move_path(WritableFileSystem& files, const std::string& from, const std::string& to);

}  // namespace clew
