// SPDX-License-Identifier: MIT
//
// Searching the files themselves.
#pragma once

#include <cstdint>
#include <vector>

#include "base/parallel.h"
#include "base/result.h"
#include "ingest/source_file.h"
#include "search/hit.h"
#include "search/query.h"

namespace clew {

struct ScanOptions {
  int threads = default_threads();
  TimeMs now = 0;
  StopToken stop;
};

struct ScanResult {
  std::vector<SearchHit> hits;     // all, in the order of files and lines
  std::int64_t skipped_lines = 0;  // of 4 GiB and more: not searched
  Findings findings;
};

// Reads all files in parallel and parses only lines that could match. `sources` may be given facts
// that the filters ask for.
Result<ScanResult> scan_files(const FileSystem& files, std::vector<TranscriptFile>& sources,
                              const Query& query, const ScanOptions& options);

}  // namespace clew
