// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/parallel.h"
#include "os/file_system.h"
#include "transcript/finding.h"

namespace clew {

// A file below a root that is a part of somebody's sessions.
struct RootFile {
  std::string file;  // below the root: "projects/-work-app/….jsonl"
  FileInfo info;
};

struct RootFiles {
  std::vector<RootFile> files;  // sorted by name
  Findings findings;            // folders that could not be read
};

// All that makes up the sessions of a root: transcripts and what lies beside and below them, copies
// of files, todo lists, tasks, plans, typed prompts and pasted texts. Not what is the person's or
// the machine's: settings, credentials, caches. Links are not followed.
RootFiles find_root_files(const FileSystem& files, const std::string& root,
                          int threads = default_threads());

// The id of the session that such a file belongs to; empty where its place does not tell.
std::string session_of_file(std::string_view file);

}  // namespace clew
