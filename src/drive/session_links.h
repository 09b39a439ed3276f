// SPDX-License-Identifier: MIT
//
// Sessions that began as another one with its first prompt edited. The program cannot say so in its
// files, so it is noted in a file of ours, one JSON object a line.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "os/file_system.h"

namespace clew {

struct SessionLink {
  std::string from;    // session
  std::string prompt;  // uuid of the prompt that was edited
  std::string to;      // the new session
  TimeMs time = 0;
};

Result<void> add_session_link(WritableFileSystem& files, const std::string& path,
                              const SessionLink& link);
// Lines that cannot be read are passed over.
std::vector<SessionLink> read_session_links(const FileSystem& files, const std::string& path);

}  // namespace clew
