// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/layout/session_files.h"
#include "engine/engine.h"

namespace clew {

// What a list calls a session. Whatever names sessions asks here, so that one has the same name
// everywhere.
struct SessionName {
  std::string title;   // empty: it has none
  std::string name;    // a short one, never empty
  std::string folder;  // that it worked in; empty: not known
};

struct FileOfSession {
  const TranscriptFile* file = nullptr;
  std::string_view session;  // whose transcript, or whose subagent's
};

// What is said in a transcript of a subagent belongs to the session that started it. Asks the cache
// where that costs less than reading the files.
std::vector<SessionName> session_names(Engine& engine, const std::vector<FileOfSession>& files);

}  // namespace clew
