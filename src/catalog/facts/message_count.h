// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// The messages of a session as `clew show` prints them: those of the branch that goes on, without
// lines that are not meant to be read. Reads the whole file, with one thread.
Result<std::int64_t> count_messages(const FileSystem& files, const std::string& path);

}  // namespace clew
