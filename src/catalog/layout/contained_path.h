// SPDX-License-Identifier: MIT
//
// Files that names from other files lead to.
#pragma once

#include <string>

#include "base/result.h"
#include "os/file_system.h"
#include "os/plain_name.h"

namespace clew {

// `folder`/`name`, when it is there and, after all links were followed, still inside the folder.
Result<std::string> path_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name);

// The content of `folder`/`name` on these terms, at most `max_bytes` of it.
Result<std::string> read_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name, int64_t max_bytes);

}  // namespace clew
