// SPDX-License-Identifier: MIT
#include "store/word_characters.h"

#include <algorithm>
#include <iterator>
#include <tuple>

#include "base/text.h"

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

struct Pair {
  char32_t first;
  char32_t second;
  char32_t composed;
};

struct Single {
  char32_t from;
  char32_t to;
};

#include "store/word_characters_data.inc"

// Hangul is made of parts by counting (The Unicode Standard, 3.12).
constexpr char32_t kSyllables = 0xAC00;
constexpr char32_t kLeads = 0x1100;
constexpr char32_t kVowels = 0x1161;
constexpr char32_t kTails = 0x11A7;  // one before the first
constexpr char32_t kLeadCount = 19;
constexpr char32_t kVowelCount = 21;
constexpr char32_t kTailCount = 28;

bool is_syllable(char32_t c) {
  return c >= kSyllables && c < kSyllables + kLeadCount * kVowelCount * kTailCount;
}

char32_t composed_hangul(char32_t first, char32_t second) {
  if (first >= kLeads && first < kLeads + kLeadCount && second >= kVowels &&
      second < kVowels + kVowelCount) {
    return kSyllables + ((first - kLeads) * kVowelCount + (second - kVowels)) * kTailCount;
  }
  const bool open = is_syllable(first) && (first - kSyllables) % kTailCount == 0;
  return open && second > kTails && second < kTails + kTailCount ? first + (second - kTails) : 0;
}

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

char32_t canonical(char32_t c) {
  if (c < 0x340 || (c >= 0x4E00 && c < 0xF900)) return c;
  const Single* const found =
      std::lower_bound(std::begin(kSingles), std::end(kSingles), c,
                       [](const Single& single, char32_t x) { return single.from < x; });
  return found != std::end(kSingles) && found->from == c ? found->to : c;
}

char32_t composed(char32_t first, char32_t second) {
  if (second < 0x300) return 0;
  if (const char32_t syllable = composed_hangul(first, second)) return syllable;
  const auto before = [](const Pair& pair, const Pair& wanted) {
    return std::tie(pair.first, pair.second) < std::tie(wanted.first, wanted.second);
  };
  const Pair* const found =
      std::lower_bound(std::begin(kPairs), std::end(kPairs), Pair{first, second, 0}, before);
  const bool is_it = found != std::end(kPairs) && found->first == first && found->second == second;
  return is_it ? found->composed : 0;
}

std::string decomposed_hangul(char32_t c) {
  std::string out;
  if (!is_syllable(c)) return out;
  const char32_t number = c - kSyllables;
  append_utf8(out, kLeads + number / (kVowelCount * kTailCount));
  append_utf8(out, kVowels + number / kTailCount % kVowelCount);
  if (number % kTailCount != 0) append_utf8(out, kTails + number % kTailCount);
  return out;
}

bool is_combining(char32_t c) {
  return c >= 0x300 && std::binary_search(std::begin(kSeconds), std::end(kSeconds), c);
}

bool has_other_spelling(char32_t c) {
  return std::any_of(std::begin(kPairs), std::end(kPairs),
                     [c](const Pair& pair) { return pair.composed == c; }) ||
         std::any_of(std::begin(kSingles), std::end(kSingles),
                     [c](const Single& single) { return single.to == c; });
}

}  // namespace clew
