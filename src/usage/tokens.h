// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>

namespace clew {

// What the lines of one API response say about it. Not said is 0.
struct ResponseTokens {
  std::uint32_t input = 0;
  std::uint32_t output = 0;
  std::uint32_t cache_read = 0;
  std::uint32_t cache_write = 0;     // in all
  std::uint32_t cache_write_5m = 0;  // as far as the total was split
  std::uint32_t cache_write_1h = 0;
  std::uint32_t web_searches = 0;
  std::uint32_t thinking = 0;  // part of output

  bool operator==(const ResponseTokens&) const = default;

  // Of each field the greater value.
  void raise(const ResponseTokens& other) {
    const auto up = [](std::uint32_t& mine, std::uint32_t theirs) {
      mine = std::max(mine, theirs);
    };
    up(input, other.input);
    up(output, other.output);
    up(cache_read, other.cache_read);
    up(cache_write, other.cache_write);
    up(cache_write_5m, other.cache_write_5m);
    up(cache_write_1h, other.cache_write_1h);
    up(web_searches, other.web_searches);
    up(thinking, other.thinking);
  }

  // What is not said to be kept for an hour is kept for five minutes, as the API does by default.
  std::int64_t written_1h() const { return cache_write_1h; }
  std::int64_t written_5m() const {
    return std::max<std::int64_t>(cache_write_5m, std::int64_t{cache_write} - cache_write_1h);
  }
  // All that was sent.
  std::int64_t prompt() const {
    return std::int64_t{input} + cache_read + written_5m() + written_1h();
  }
};

// Sums over many responses.
struct TokenSums {
  std::int64_t input = 0;
  std::int64_t output = 0;
  std::int64_t cache_read = 0;
  std::int64_t cache_write_5m = 0;
  std::int64_t cache_write_1h = 0;
  std::int64_t web_searches = 0;
  std::int64_t thinking = 0;

  bool operator==(const TokenSums&) const = default;

  std::int64_t cache_write() const { return cache_write_5m + cache_write_1h; }
  std::int64_t total() const { return input + output + cache_read + cache_write(); }

  TokenSums& operator+=(const TokenSums& other) {
    input += other.input;
    output += other.output;
    cache_read += other.cache_read;
    cache_write_5m += other.cache_write_5m;
    cache_write_1h += other.cache_write_1h;
    web_searches += other.web_searches;
    thinking += other.thinking;
    return *this;
  }
};

inline TokenSums sums_of(const ResponseTokens& tokens) {
  return {.input = tokens.input,
          .output = tokens.output,
          .cache_read = tokens.cache_read,
          .cache_write_5m = tokens.written_5m(),
          .cache_write_1h = tokens.written_1h(),
          .web_searches = tokens.web_searches,
          .thinking = tokens.thinking};
}

}  // namespace clew
