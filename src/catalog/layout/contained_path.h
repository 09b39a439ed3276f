// SPDX-License-Identifier: MIT
//
// Files that names from other files lead to.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"
#include "os/plain_name.h"
#include "transcript/finding.h"

namespace clew {

// `folder`/`name`, when it is there and, after all links were followed, still inside the folder.
Result<std::string> path_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name);

// The content of `folder`/`name` on these terms, at most `max_bytes` of it.
Result<std::string> read_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name, int64_t max_bytes);

// Whether `path`, a place below `trusted`, is reached from there without a link. The trusted folder
// itself (a project's, or one right below a root) may be one.
Result<bool> is_without_links(const FileSystem& files, const std::string& trusted,
                              const std::string& path);

// What lies in `path` on these terms, without the links in it: whoever lists a folder that agents
// write to through this cannot be led elsewhere. A folder that is not there is empty; links, and
// what cannot be listed, are findings.
std::vector<DirEntry> entries_inside(const FileSystem& files, const std::string& trusted,
                                     const std::string& path, Findings& findings);

}  // namespace clew
