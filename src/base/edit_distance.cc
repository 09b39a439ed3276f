// SPDX-License-Identifier: MIT
#include "base/edit_distance.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <string>
#include <vector>

namespace clew {

int edit_distance(std::string_view left, std::string_view right, int limit) {
  const auto size = static_cast<int>(right.size());
  if (std::abs(static_cast<int>(left.size()) - size) >= limit) return limit;
  std::vector<int> row(right.size() + 1);
  for (int j = 0; j <= size; ++j) row[static_cast<std::size_t>(j)] = j;
  for (std::size_t i = 0; i < left.size(); ++i) {
    int diagonal = row[0];
    int best = row[0] = static_cast<int>(i) + 1;
    for (std::size_t j = 0; j < right.size(); ++j) {
      const int replaced = diagonal + (left[i] == right[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
      best = std::min(best, row[j + 1]);
    }
    if (best >= limit) return limit;
  }
  return std::min(row.back(), limit);
}

std::string_view nearest_name(std::string_view typed, std::span<const std::string_view> names) {
  std::string_view best;
  int least = std::max(2, static_cast<int>(typed.size() / 3) + 1);
  for (const std::string_view name : names) {
    const auto longer = static_cast<std::ptrdiff_t>(typed.size()) - std::ssize(name);
    if (std::abs(longer) >= least) continue;  // swapping letters changes no length
    int distance = edit_distance(typed, name, least);
    for (std::size_t i = 1; i < typed.size(); ++i) {
      std::string swapped(typed);
      std::swap(swapped[i - 1], swapped[i]);
      distance = std::min(distance, 1 + edit_distance(swapped, name, least));
    }
    if (distance >= least) continue;
    least = distance;
    best = name;
  }
  return best;
}

}  // namespace clew
