// SPDX-License-Identifier: MIT
//
// From all that matched to what is shown.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "ingest/source_file.h"
#include "search/hit.h"
#include "search/query.h"
#include "search/snippet.h"

namespace clew {

enum class SearchSort : std::uint8_t { kRank, kTime };

struct SelectOptions {
  std::int64_t limit = 20;
  std::int64_t per_session = 3;
  SearchSort sort = SearchSort::kRank;
};

struct SelectedHit {
  SearchHit hit;
  std::int64_t more = 0;  // of the same session, not selected; on its last hit
};

// Sessions by their best (or newest) hit, and of each its best (or newest) hits.
std::vector<SelectedHit> select_hits(const std::vector<SearchHit>& hits,
                                     const std::vector<TranscriptFile>& sources,
                                     const SelectOptions& options);

struct ShownHit {
  SelectedHit selected;
  std::string uuid;     // empty: a line beside the conversation, such as a title
  std::string session;  // as the line says, else as the file does
  std::string tool;     // of a call; a result does not say
  TimeMs time = kNoTime;
  bool error = false;
  Snippet snippet;
};

// Reads the lines of these hits again. Those that no longer match, because the file has changed
// since, are left out, and so are those that were not come to before the stop.
std::vector<ShownHit> read_hits(const FileSystem& files, const std::vector<TranscriptFile>& sources,
                                const Query& query, const std::vector<SelectedHit>& selected,
                                std::size_t snippet_size, StopToken stop = {});

}  // namespace clew
