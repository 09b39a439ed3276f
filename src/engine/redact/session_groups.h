// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "engine/redact/session_redaction.h"

namespace clew {

// The files of one session, or one file that is nobody's: typed prompts, a plan.
struct SessionGroup {
  std::string id;       // of the session; empty: there is none
  std::string project;  // the key of the folder its transcript is in; empty: none has one
  std::vector<SessionSource> sources;
  std::vector<FileInfo> infos;  // of each
  std::int64_t bytes = 0;
};

// All that makes up the sessions of a root, each file in one group.
std::vector<SessionGroup> group_by_session(const FileSystem& files, const std::string& root);

}  // namespace clew
