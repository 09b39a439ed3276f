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
  // The files that the hits are in, by path; of each, what is known without its row.
  std::vector<SourceFile> sources;
  std::vector<std::int64_t> ids;  // of the sources, in the index
};

// A file that a query is about. Points into what it was made of.
struct SearchedFile {
  std::uint32_t id = 0;  // in the index
  std::string_view folder;
  std::string_view name;
  std::string_view session;
  std::int64_t size = 0;
};
// Both ascend by id. The one asks what filters ask of files; a query without such filters is about
// all of a roster.
std::vector<SearchedFile> files_to_search(const std::vector<IndexedFile>& files,
                                          const std::vector<std::string>& roots,
                                          const Query& query);
std::vector<SearchedFile> files_to_search(const Roster& roster);

// The same passages as scan_files finds in these files as they were indexed. Terms that only a scan
// can answer must not be in the query.
Result<IndexSearchResult> search_index(IndexDatabase& database,
                                       const std::vector<SearchedFile>& files, const Query& query,
                                       TimeMs now);

// Fills in where the hit's line is.
Result<void> find_place(IndexDatabase& database, SearchHit& hit);

}  // namespace clew
