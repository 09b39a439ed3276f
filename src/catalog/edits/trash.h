// SPDX-License-Identifier: MIT
//
// Deleting a session so that it can be brought back. A deleted session is a folder in the trash,
//   <trash>/<time>-<session>/manifest.json   what it was and where each part lay
//   <trash>/<time>-<session>/0, 1, ...       the parts: transcript, <session>/, subagents
// The manifest is written before anything moves, and a part that did not move is skipped when the
// session is brought back: whenever the power fails, nothing is lost and everything is found.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "catalog/list/live_registry.h"
#include "catalog/list/session_names.h"
#include "os/file_system.h"
#include "transcript/entry.h"
#include "transcript/finding.h"

namespace clew {

struct TrashedSession {
  struct Part {
    std::string from;  // absolute
    PlainName name;    // in the trash folder
  };
  PlainName name;  // of its folder in the trash
  std::string id{};
  std::string title{};
  TimeMs deleted = kNoTime;
  std::vector<Part> parts{};
};

// Moves the transcript, the folder <session>/ beside it and subagents beside it that belong to this
// session alone into the trash. kBusy when it is running. When a part cannot be moved, those moved
// before are brought back.
Result<TrashedSession> delete_session(WritableFileSystem& files, const LiveRegistry& live,
                                      const std::string& trash, const PathBelow& transcript,
                                      std::string_view title, TimeMs now);

struct Trash {
  std::vector<TrashedSession> sessions;  // last deleted first
  Findings findings;
};

Trash read_trash(const FileSystem& files, const std::string& trash);

// Brings back the session named by its id, the beginning of its id (at least 4 characters) or its
// name in the trash; of several with this id the last deleted. Refuses, before anything moves, when
// something else lies in a place it needs, or when a place lies below none of the roots and a path
// is not to be believed; what appears there later is not replaced either.
struct UndeleteOptions {
  std::vector<std::string> roots;
  FilesByPath elsewhere = FilesByPath::kRefused;
};
Result<TrashedSession> undelete_session(WritableFileSystem& files, const std::string& trash,
                                        std::string_view name, const UndeleteOptions& options);

}  // namespace clew
