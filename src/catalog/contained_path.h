// SPDX-License-Identifier: MIT
//
// Names that come out of files, on their way to becoming paths.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// The name of one thing in a folder: not empty, not "." or "..", without slash and NUL byte.
bool is_plain_name(std::string_view name);

// `folder`/`name`, when it is there and, after all links were followed, still inside the folder.
Result<std::string> path_inside(const FileSystem& files, const std::string& folder,
                                std::string_view name);

// The content of `folder`/`name` on these terms, at most `max_bytes` of it.
Result<std::string> read_inside(const FileSystem& files, const std::string& folder,
                                std::string_view name, int64_t max_bytes);

}  // namespace clew
