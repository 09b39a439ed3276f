// SPDX-License-Identifier: MIT
//
// A trajectory (ATIF) as the transcript of a session, to be read and continued here.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"

namespace clew {

// What the trajectory itself says of the session, before anything is made of it.
struct TrajectoryHead {
  std::string session;  // empty: no uuid
  std::string folder;   // where it worked; empty: not said
  std::string title;
};

struct ImportedTranscript {
  std::string agent;  // empty: the session's own
  std::string lines;
  std::int64_t steps = 0;
};

struct ImportPlace {
  std::string session;  // the id it gets
  std::string folder;
  TimeMs now = 0;  // of steps without a time
};

// Errors say which step is not as the format has it. The session's own transcript comes first.
Result<TrajectoryHead> read_trajectory_head(std::string_view json);
Result<std::vector<ImportedTranscript>> import_trajectory(std::string_view json,
                                                          const ImportPlace& place);

}  // namespace clew
