// SPDX-License-Identifier: MIT
#include "base/short_ids.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace clew {
namespace {

std::size_t same_beginning(std::string_view a, std::string_view b) {
  const auto [end, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  return static_cast<std::size_t>(end - a.begin());
}

}  // namespace

ShortIds::ShortIds(std::vector<std::string> ids) : ids_(std::move(ids)) {
  std::sort(ids_.begin(), ids_.end());
  ids_.erase(std::unique(ids_.begin(), ids_.end()), ids_.end());
}

std::string ShortIds::of(std::string_view id) const {
  // Those that have most in common with it stand beside it.
  const auto place = std::lower_bound(ids_.begin(), ids_.end(), id);
  const auto after = place != ids_.end() && *place == id ? std::next(place) : place;
  std::size_t length = kShortest;
  if (after != ids_.end()) length = std::max(length, same_beginning(id, *after) + 1);
  if (place != ids_.begin()) length = std::max(length, same_beginning(id, *std::prev(place)) + 1);
  return std::string(id.substr(0, length));
}

}  // namespace clew
