// SPDX-License-Identifier: MIT
//
// The files that can be searched, and what is known of each as a whole.
#pragma once

#include <string>
#include <vector>

#include "catalog/layout/session_files.h"
#include "os/file_system.h"
#include "store/index_database.h"
#include "transcript/finding.h"

namespace clew {

struct SourceFiles {
  std::vector<TranscriptFile> files;  // sorted by path
  Findings findings;
};

// All transcripts below these roots, those of subagents too. Opens none.
SourceFiles find_source_files(const FileSystem& files, const std::vector<std::string>& roots,
                              int threads);

// What the index knows of a file, as it is on disk now.
TranscriptFile source_of(const IndexedFile& file, const FileInfo& now);

// Fills in `project`, and `session` where it is empty, from the beginning of the file.
Result<void> read_source_facts(const FileSystem& files, TranscriptFile& file);

// Longer lines are read in pieces (giant_line.h): parsing one takes several times its size in
// memory. The longest line of the corpus has 1.25 MB.
inline constexpr std::int64_t kMaxSearchedLine = std::int64_t{16} << 20;

}  // namespace clew
