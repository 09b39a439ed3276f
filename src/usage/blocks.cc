// SPDX-License-Identifier: MIT
#include "usage/blocks.h"

#include <cmath>

namespace clew {
namespace {

TimeMs full_hour(TimeMs time) {
  const TimeMs into = time % kHourMs;
  return time - into - (into < 0 ? kHourMs : 0);
}

}  // namespace

std::vector<UsageBlock> find_blocks(const PricedLedger& ledger,
                                    const std::vector<std::size_t>& responses, TimeMs now) {
  std::vector<UsageBlock> blocks;
  for (const std::size_t i : responses) {
    const TimeMs time = ledger.row(i).time;
    if (time == kNoTime) continue;
    const bool opens = blocks.empty() || time >= blocks.back().end ||
                       time - blocks.back().last_time >= kBlockLength;
    if (opens) {
      UsageBlock block;
      block.start = full_hour(time);
      block.end = block.start + kBlockLength;
      block.first_time = time;
      blocks.push_back(std::move(block));
    }
    blocks.back().last_time = time;
    blocks.back().responses.push_back(i);
  }
  if (!blocks.empty()) {
    UsageBlock& last = blocks.back();
    last.active = now >= last.start && now < last.end && now - last.last_time < kBlockLength;
  }
  return blocks;
}

std::optional<UsageBlock::Rate> rate_of(const UsageBlock& block, const Tally& tally) {
  const auto minutes = static_cast<double>(block.last_time - block.first_time) / kMinuteMs;
  if (minutes <= 0) return std::nullopt;
  return UsageBlock::Rate{static_cast<double>(tally.tokens.total()) / minutes,
                          static_cast<double>(tally.cost) / minutes * 60};
}

std::optional<Projection> projection_of(const UsageBlock& block, const Tally& tally, TimeMs now) {
  const auto rate = rate_of(block, tally);
  if (!block.active || !rate) return std::nullopt;
  const double left = static_cast<double>(block.end - now) / kMinuteMs;
  return Projection{tally.tokens.total() + std::llround(rate->tokens_per_minute * left),
                    tally.cost + std::llround(rate->cost_per_hour / 60 * left)};
}

}  // namespace clew
