// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "base/time.h"
#include "transcript/passages.h"

namespace clew {

// A passage that matches, by its place. What it says is read again for those that are shown.
struct SearchHit {
  std::uint32_t file = 0;  // in the list of files that was searched
  std::uint16_t part = 0;  // which passage of the line
  PassageRole role = PassageRole::kTool;
  float score = 0;  // the higher the better
  // Bit i: the i-th term of the query's first group is in it. Only a scan of files tells.
  std::uint32_t terms = 0;
  std::int64_t offset = 0;
  std::int64_t length = 0;
  std::int64_t second = 0;  // since 1970; 0: not known
};

// How much a passage counts by who said it.
inline float role_weight(PassageRole role) {
  switch (role) {
    case PassageRole::kTitle:
      return 3.0F;
    case PassageRole::kUser:
      return 2.0F;
    case PassageRole::kAssistant:
      return 1.4F;
    case PassageRole::kThinking:
      return 0.8F;
    case PassageRole::kTool:
      return 0.6F;
  }
  return 1.0F;
}

std::int64_t days_ago(std::int64_t second, std::int64_t now_second);

// From 0.8 for the very old to 1 for today, by the day: enough to order equals, too little to bury
// a good match.
float recency(std::int64_t second, std::int64_t now_second);

}  // namespace clew
