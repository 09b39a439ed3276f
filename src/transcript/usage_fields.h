// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "json/value.h"
#include "transcript/tokens.h"

namespace clew {

// What sets a response apart, beside its tokens. Bits that are or-ed when lines are merged.
enum UsageFlag : std::uint32_t {
  kUsageFast = 1,   // speed "fast", priced apart
  kUsageBatch = 2,  // service tier "batch", priced apart
  kUsageUs = 4,     // inference_geo "us", priced apart
};

// The `usage` of a response, as one line has it.
struct UsageFields {
  Tokens tokens;
  std::uint32_t flags = 0;
  json::Value iterations;

  // A count that cannot be: it was left out.
  struct Odd {
    std::string_view name;
    json::Value value;
  };
  std::vector<Odd> odd;

  explicit UsageFields(json::Value usage);

 private:
  std::uint32_t count(json::Value value, std::string_view name);
};

}  // namespace clew
