// SPDX-License-Identifier: MIT
//
// The files that can be searched, and what is known of each as a whole.
#pragma once

#include <string>
#include <vector>

#include "os/file_system.h"
#include "store/index_database.h"
#include "transcript/finding.h"

namespace clew {

struct SourceFile {
  std::string path;
  std::string root;
  std::string key;      // of the project's folder
  std::string session;  // whose transcript, or whose subagent's; empty: not known before reading
  std::string project;  // working directory in its first lines; empty: not asked for
  bool is_agent = false;
  FileInfo info{};
};

struct SourceFiles {
  std::vector<SourceFile> files;  // sorted by path
  Findings findings;
};

// All transcripts below these roots, those of subagents too. Opens none.
SourceFiles find_source_files(const FileSystem& files, const std::vector<std::string>& roots,
                              int threads);

// What the index knows of a file, as it is on disk now.
SourceFile source_of(const IndexedFile& file, const FileInfo& now);

// Fills in `project`, and `session` where it is empty, from the beginning of the file.
Result<void> read_source_facts(const FileSystem& files, SourceFile& file);

// Longer lines are read in pieces (giant_line.h): parsing one takes several times its size in
// memory. The longest line of the corpus has 1.25 MB.
inline constexpr std::int64_t kMaxSearchedLine = std::int64_t{16} << 20;

}  // namespace clew
