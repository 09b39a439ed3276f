// SPDX-License-Identifier: MIT
#include "base/unicode_width.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace clew {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

#include "base/unicode_width_data.inc"

template <std::size_t size>
bool contains(const Range (&ranges)[size], char32_t c) {
  const auto* after =
      std::upper_bound(std::begin(ranges), std::end(ranges), c,
                       [](char32_t x, const Range& range) { return x < range.first; });
  return after != std::begin(ranges) && c <= std::prev(after)->last;
}

}  // namespace

int code_point_width(char32_t c) {
  if (c < 0x300) return c < 0x20 || (c >= 0x7F && c < 0xA0) ? 0 : 1;
  if (c >= 0x4E00 && c <= 0x9FFF) return 2;
  if (contains(kZeroWidth, c)) return 0;
  return contains(kWide, c) ? 2 : 1;
}

bool is_pictograph(char32_t c) {
  if (c < 0xA9 || (c > 0x3299 && c < 0x1F000)) return false;
  return contains(kPictographs, c);
}

}  // namespace clew
