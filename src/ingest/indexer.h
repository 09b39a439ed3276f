// SPDX-License-Identifier: MIT
//
// Brings an index up to date with the files.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "ingest/plan.h"
#include "ingest/source_file.h"
#include "store/index_database.h"
#include "transcript/passages.h"

namespace clew {

struct IndexProgress {
  std::int64_t files_done = 0;
  std::int64_t files = 0;
  std::int64_t bytes_done = 0;
  std::int64_t bytes = 0;
};

struct IndexOptions {
  int threads = default_threads();
  StopToken stop;
  // Called now and then, from any thread, never from two at once.
  std::function<void(const IndexProgress&)> on_progress;
};

struct IndexOutcome {
  std::int64_t added = 0;
  std::int64_t grown = 0;
  std::int64_t rewritten = 0;
  std::int64_t moved = 0;
  std::int64_t gone = 0;
  std::int64_t bytes = 0;
  std::int64_t documents = 0;  // added
  Findings findings;           // files that could not be read: tried again next time
};

// Carries out a plan. What is committed is always consistent: a segment, and how far its files are
// then indexed. Stopped or killed at any moment it leaves less done, not something wrong. The
// caller holds the IndexLock.
Result<IndexOutcome> update_index(const FileSystem& files, IndexDatabase& database,
                                  const std::vector<IndexedFile>& known,
                                  const std::vector<TranscriptFile>& found,
                                  const std::vector<SourceChange>& changes,
                                  const IndexOptions& options);

// Merges small segments when there are many: a query looks into each.
Result<void> merge_small_segments(IndexDatabase& database);

// What of an index belongs to files that are gone or rewritten, 0 to 1.
Result<double> dead_share(IndexDatabase& database, const std::vector<IndexedFile>& files);

// How a document says what its passage is.
inline std::uint8_t document_kind(PassageRole role, bool error) {
  return static_cast<std::uint8_t>(static_cast<unsigned>(role) | (error ? 0x80U : 0U));
}
inline PassageRole role_of_document(std::uint8_t kind) {
  return static_cast<PassageRole>(std::min<unsigned>(kind & 0x0FU, kPassageRoles - 1));
}
inline bool is_error_document(std::uint8_t kind) { return (kind & 0x80U) != 0; }

}  // namespace clew
