// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace clew {

// No single response can have more of anything; a larger number is nonsense and left out.
inline constexpr std::int64_t kMostTokens = 1'000'000'000;

// Token counts, of one API response or of many. What is not said is 0.
template <class Count>
struct BasicTokens {
  Count input = 0;
  Count output = 0;
  Count cache_read = 0;
  Count cache_write = 0;     // in all
  Count cache_write_5m = 0;  // as far as the total was split
  Count cache_write_1h = 0;
  Count web_searches = 0;  // requests, not tokens
  Count thinking = 0;      // part of output

  bool operator==(const BasicTokens&) const = default;

  // The counts in the order above.
  static constexpr Count BasicTokens::*kAll[] = {
      &BasicTokens::input,        &BasicTokens::output,         &BasicTokens::cache_read,
      &BasicTokens::cache_write,  &BasicTokens::cache_write_5m, &BasicTokens::cache_write_1h,
      &BasicTokens::web_searches, &BasicTokens::thinking};

  // The lines of a response repeat its figures while it grows, and so do files that repeat each
  // other: of each the greatest counts.
  void raise(const BasicTokens& other) {
    for (const auto count : kAll) this->*count = std::max(this->*count, other.*count);
  }
  BasicTokens& operator+=(const BasicTokens& other) {
    for (const auto count : kAll) this->*count += other.*count;
    return *this;
  }

  // What is not said to be kept for an hour is kept for five minutes, as the API does by default.
  std::int64_t written_1h() const { return cache_write_1h; }
  std::int64_t written_5m() const {
    return std::max<std::int64_t>(cache_write_5m, std::int64_t{cache_write} - cache_write_1h);
  }
  std::int64_t written() const { return written_5m() + written_1h(); }
  // All that was sent.
  std::int64_t prompt() const { return std::int64_t{input} + cache_read + written(); }
  std::int64_t total() const { return prompt() + output; }
};

using Tokens = BasicTokens<std::uint32_t>;    // of one response
using TokenSums = BasicTokens<std::int64_t>;  // of many: all that was written is split

inline TokenSums sums_of(const Tokens& tokens) {
  return {.input = tokens.input,
          .output = tokens.output,
          .cache_read = tokens.cache_read,
          .cache_write = tokens.written(),
          .cache_write_5m = tokens.written_5m(),
          .cache_write_1h = tokens.written_1h(),
          .web_searches = tokens.web_searches,
          .thinking = tokens.thinking};
}

}  // namespace clew
