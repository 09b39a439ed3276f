// SPDX-License-Identifier: MIT
#include "base/numbers.h"

#include <cstddef>
#include <string_view>

#include <fmt/format.h>

namespace clew {
namespace {

// The number scaled to the last of the units in which it is not below 1: 1234 is "1.2" and 1. What
// would round up to 1000 goes to the next unit.
struct Scaled {
  std::string figures;
  std::size_t unit = 0;
};

Scaled scale(std::uint64_t number, std::size_t units) {
  if (number < 1000) return {fmt::format("{}", number), 0};
  std::uint64_t one = 1000;
  std::size_t unit = 1;
  // 999.5 of a unit would show as 1000.
  while (unit + 1 < units && number >= one * 999 + one / 2) {
    one *= 1000;
    ++unit;
  }
  const std::uint64_t tenths = number / (one / 10) + (number % (one / 10) >= one / 20 ? 1 : 0);
  if (tenths >= 1000) return {fmt::format("{}", (number + one / 2) / one), unit};
  return {fmt::format("{}.{}", tenths / 10, tenths % 10), unit};
}

}  // namespace

std::string human_bytes(std::int64_t bytes) {
  static constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  const auto [figures, unit] = scale(magnitude(bytes), std::size(kUnits));
  return fmt::format("{}{} {}", bytes < 0 ? "-" : "", figures, kUnits[unit]);
}

std::string human_count(std::int64_t count) {
  static constexpr std::string_view kUnits[] = {"", "k", "M", "B", "T"};
  const auto [figures, unit] = scale(magnitude(count), std::size(kUnits));
  return fmt::format("{}{}{}", count < 0 ? "-" : "", figures, kUnits[unit]);
}

std::string with_thousands(std::int64_t number) {
  std::string text = fmt::format("{}", number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t pos = text.size(); pos > first + 3;) {
    pos -= 3;
    text.insert(pos, 1, ',');
  }
  return text;
}

std::string counted(std::int64_t count, std::string_view what) {
  return fmt::format("{} {}{}", with_thousands(count), what, count == 1 ? "" : "s");
}

}  // namespace clew
