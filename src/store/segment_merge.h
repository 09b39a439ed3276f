// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <vector>

#include "store/index_database.h"

namespace clew {

// One segment that holds what these hold, without the documents of files that are gone. In memory:
// for small ones.
Result<EncodedSegment> merge_segments(IndexDatabase& database,
                                      const std::vector<SegmentInfo>& segments,
                                      const std::set<std::int64_t>& live_files);

}  // namespace clew
