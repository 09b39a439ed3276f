// SPDX-License-Identifier: MIT
//
// The files that a session changed, as Claude's own file history and the calls of its tools have
// them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "engine/read/file_points.h"

namespace clew {

struct TrackedFile {
  std::string path;      // relative to the session's folder, or absolute
  bool existed = true;   // then
  bool is_kept = false;  // the file history has it; else only calls of tools tell of it
  std::string backup;    // name of the kept copy; empty: the file did not exist then, or no copy
  std::int64_t version = 0;
  std::int64_t edits = 0;  // calls that changed it and that no copy knows of
  TimeMs time = kNoTime;
  std::optional<std::int64_t> size;              // nothing: the copy is gone, or never was
  std::string change;                            // "added", "changed", "dropped" here, or empty
  std::optional<std::vector<std::string>> diff;  // lines, when they were asked for and are known
};

// The files at one message of a session's active branch.
struct FilesView {
  FilePoint point;
  EntryIndex at = kNoEntry;  // the message that was asked for
  std::vector<TrackedFile> files;
};

// Takes the parameters of the operation `files`. With `diff` every file that changed between the
// two points has the difference.
Result<FilesView> open_files(Engine& engine, const Arguments& arguments);

// The content of one of the files; empty for one that did not exist.
Result<std::string> content_of(Engine& engine, const FilesView& view, const std::string& path);

}  // namespace clew
