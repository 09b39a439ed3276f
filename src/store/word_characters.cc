// SPDX-License-Identifier: MIT
#include "store/word_characters.h"

#include <algorithm>
#include <iterator>

namespace clew {
namespace {

struct WordRange {
  char32_t first;
  char32_t last;
  std::uint8_t kind;
};

struct FoldRange {
  char32_t first;
  char32_t last;
  std::uint8_t step;
  std::int32_t difference;
};

#include "store/word_characters_data.inc"

// The range that holds c, or null.
template <class Range>
const Range* find(const Range* begin, const Range* end, char32_t c) {
  const Range* const after = std::upper_bound(
      begin, end, c, [](char32_t x, const Range& range) { return x < range.first; });
  if (after == begin) return nullptr;
  return c <= (after - 1)->last ? after - 1 : nullptr;
}

}  // namespace

WordClass word_class(char32_t c) {
  // Most of what is not ASCII in transcripts: Chinese, and Hangul.
  if ((c >= 0x4E00 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3)) return WordClass::kAlone;
  const WordRange* const range = find(std::begin(kWordRanges), std::end(kWordRanges), c);
  return range ? static_cast<WordClass>(range->kind) : WordClass::kNone;
}

char32_t fold_character(char32_t c) {
  const FoldRange* const range = find(std::begin(kFoldRanges), std::end(kFoldRanges), c);
  if (!range || (c - range->first) % range->step != 0) return c;
  return static_cast<char32_t>(static_cast<std::int32_t>(c) + range->difference);
}

}  // namespace clew
