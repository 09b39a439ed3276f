// SPDX-License-Identifier: MIT
//
// The files that a session changed, as Claude's own file history kept them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/session.h"
#include "transcript/snapshots.h"

namespace clew {

struct TrackedFile {
  std::string path;    // as tracked: relative to the session's folder, or absolute
  std::string backup;  // name of the kept copy; empty: the file did not exist then
  std::int64_t version = 0;
  TimeMs time = kNoTime;
  std::optional<std::int64_t> size;  // nothing: the copy is gone
  std::string change;                // "added", "changed", "dropped" at this message, or empty
  std::optional<std::vector<std::string>> diff;  // lines, when they were asked for
};

// The tracked files at one message of a session's active branch.
struct FilesView {
  SharedSession session;
  std::string root;    // configuration folder that holds the copies
  std::string folder;  // where the session ran
  EntryIndex at = kNoEntry;
  std::vector<TrackedFile> files;
};

// Takes the parameters of the operation `files`.
Result<FilesView> open_files(Engine& engine, const Arguments& arguments);

// The kept content of a tracked file; empty for one that did not exist.
Result<std::string> content_of(Engine& engine, const FilesView& view, const std::string& path);

// Unified diff of a tracked file between this point and another message, or the disk.
Result<std::vector<std::string>> diff_of(Engine& engine, const Arguments& arguments,
                                         const FilesView& view, const TrackedFile& file);

}  // namespace clew
