// SPDX-License-Identifier: MIT
// Numbers for people.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clew {

// Without its sign; safe for the smallest number, which has no positive twin.
constexpr std::uint64_t magnitude(std::int64_t number) {
  const auto bits = static_cast<std::uint64_t>(number);
  return number < 0 ? 0 - bits : bits;
}

// "999 B", "1.5 kB", "12.3 MB", "123 GB": powers of 1000, at most three figures and one decimal.
std::string human_bytes(std::int64_t bytes);

// "999", "1.5k", "12.3M", "123B".
std::string human_count(std::int64_t count);

// "1,234,567".
std::string with_thousands(std::int64_t number);

// "1 file", "1,234 files".
std::string counted(std::int64_t count, std::string_view what);

}  // namespace clew
