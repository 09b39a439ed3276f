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

struct IndexSearchResult {
  // All that match, with their scores; their places are still to be looked up (find_places).
  std::vector<SearchHit> hits;
  std::vector<SourceFile> sources;  // the files of the index that the hits speak of
  std::vector<std::int64_t> ids;    // of the sources, in the index
};

// The same passages as scan_files finds in the files as they were indexed. Terms that only a scan
// can answer must not be in the query. `roots`: files elsewhere do not count.
Result<IndexSearchResult> search_index(IndexDatabase& database,
                                       const std::vector<IndexedFile>& files,
                                       const std::vector<std::string>& roots, const Query& query,
                                       TimeMs now);

// Fills in where the hit's line is.
Result<void> find_place(IndexDatabase& database, SearchHit& hit);

}  // namespace clew
