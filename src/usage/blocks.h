// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "usage/report.h"

namespace clew {

// A window of five hours, as subscriptions count their limits: it begins with the full hour (UTC)
// of the first response after the window before has ended, or after five hours without any.
struct UsageBlock {
  TimeMs start = 0;
  TimeMs end = 0;         // start + 5 hours
  TimeMs first_time = 0;  // of its responses
  TimeMs last_time = 0;
  bool active = false;  // now lies in it, and less than five hours have passed since the last
  std::vector<std::size_t> responses;

  // Between first and last response; what there is of only one moment has no rate.
  struct Rate {
    double tokens_per_minute = 0;
    double cost_per_hour = 0;  // nano-dollars
  };
};

inline constexpr TimeMs kBlockLength = TimeMs{5} * 3'600'000;

// `responses` by time, as select() gives them; those without a time are in no block.
std::vector<UsageBlock> find_blocks(const PricedLedger& ledger,
                                    const std::vector<std::size_t>& responses, TimeMs now);

std::optional<UsageBlock::Rate> rate_of(const UsageBlock& block, const Tally& tally);

// What an active block comes to if it goes on like this until its end.
struct Projection {
  std::int64_t tokens = 0;
  NanoUsd cost = 0;
};
std::optional<Projection> projection_of(const UsageBlock& block, const Tally& tally, TimeMs now);

}  // namespace clew
