// SPDX-License-Identifier: MIT
//
// Searching the index.
#pragma once

#include <cstdint>
#include <vector>

#include "base/result.h"
#include "ingest/source_file.h"
#include "search/hit.h"
#include "search/query.h"
#include "store/index_database.h"

namespace clew {

// All that matches, with its score, also in files that are gone: the same passages as scan_files
// finds in the files as they were indexed. `file` is the file's id in the index; where the line is
// must still be looked up (find_place). Terms that only a scan can answer must not be in the query.
Result<std::vector<SearchHit>> search_index(IndexDatabase& database, const Query& query,
                                            TimeMs now);

// The files that pass the filters. Points into them.
Roster files_to_search(const std::vector<IndexedFile>& files, const std::vector<std::string>& roots,
                       const Query& query);

struct IndexSearchResult {
  std::vector<SearchHit> hits;  // `file` is one of the sources
  // The files that the hits are in, by path; of each, what is known without its row.
  std::vector<TranscriptFile> sources;
  std::vector<std::int64_t> ids;  // of the sources, in the index
};

// Keeps the hits in these files.
IndexSearchResult name_files(std::vector<SearchHit> hits, const Roster& files);

// Fills in where the hit's line is.
Result<void> find_place(IndexDatabase& database, SearchHit& hit);

}  // namespace clew
