// SPDX-License-Identifier: MIT
//
// Text is searched for two bytes of the word at their distance, 32 (or 16) places at once; only
// where both are, the whole word is compared. In the same pass "\u" is looked for: JSON.stringify
// writes \u00XX for control characters and \udXXX for halves of pairs only, but other writers
// escape what they like, and a letter may then hide in \u0061.
#include "search/raw_prefilter.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/text.h"
#include "store/word_characters.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace clew {
namespace {

// How common a byte is in transcripts; the higher the more. Measured on tree M, rounded to a rank.
constexpr std::string_view kCommonFirst = "etaonisrlc\"dup,m:-_hf0g24513b698y7.vkw{}/x\\qjz";

int rank_of(char c) {
  const std::size_t at = kCommonFirst.find(c);
  return at == std::string_view::npos ? 0 : static_cast<int>(kCommonFirst.size() - at);
}

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }
char32_t first_character(std::string_view word) {
  std::size_t pos = 0;
  return decode_utf8(word, pos);
}

// A character that is a word by itself, and written in one way (Hangul in two).
bool has_fixed_bytes(std::string_view word) {
  const char32_t c = first_character(word);
  return word_class(c) == WordClass::kAlone && !has_other_spelling(c);
}

// The text must be in the raw line, whatever the case.
std::optional<std::string> best_word(const QueryTerm& term) {
  std::vector<std::string> words;
  if (term.kind == QueryTerm::Kind::kExact) {
    // Runs that JSON never escapes. Letters and digits only, to be simple.
    std::string run;
    for (const char c : term.text + " ") {
      const char small = ascii_lower(c);
      if (is_letter(small) || (c >= '0' && c <= '9')) {
        run += small;
      } else if (!run.empty()) {
        words.push_back(std::move(run));
        run.clear();
      }
    }
  } else {
    words = term.forms.front();  // parts are in their whole as well
  }
  std::optional<std::string> best;
  for (const std::string& word : words) {
    // Other scripts have cases whose bytes differ; those without spaces have none.
    const bool alone = !is_ascii(word);
    if (alone && !has_fixed_bytes(word)) continue;
    const std::size_t weight = alone ? word.size() + 2 : word.size();
    if (!best || weight > best->size()) best = word;
  }
  return best;
}

// One of these must be in the raw line; empty: none are known.
std::vector<std::string> words_to_look_for(const QueryTerm& term) {
  if (term.kind == QueryTerm::Kind::kRegex) return term.regex->required();
  const auto word = best_word(term);
  if (!word) return {};
  const std::string parts = decomposed_hangul(first_character(*word));
  return parts.empty() ? std::vector{*word} : std::vector{*word, parts};
}

bool equals_folded(const char* raw, std::string_view word) {
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (ascii_lower(raw[i]) != word[i]) return false;
  }
  return true;
}

// "\uXXXX" at `at`: could it be a part of a word? Control characters and, when only ASCII is looked
// for, everything above it could not.
bool escape_may_matter(std::string_view text, std::size_t at, bool ascii) {
  const std::string_view digits = text.substr(std::min(at + 2, text.size()), 4);
  if (digits.size() < 4) return true;
  if (digits.starts_with("000") || digits.starts_with("001")) return false;
  return !ascii || digits.starts_with("00");
}

struct Wanted {
  std::string_view word;
  std::size_t rare;
  std::size_t other;
  bool ascii;
};

bool candidate_at(std::string_view text, std::size_t at, const Wanted& wanted) {
  if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == 'u' &&
      escape_may_matter(text, at, wanted.ascii)) {
    return true;
  }
  return at + wanted.word.size() <= text.size() && equals_folded(text.data() + at, wanted.word);
}

std::size_t search_plain(std::string_view text, std::size_t from, const Wanted& wanted) {
  const char rare = wanted.word[wanted.rare];
  for (std::size_t at = from; at < text.size(); ++at) {
    const bool both =
        at + wanted.word.size() <= text.size() && ascii_lower(text[at + wanted.rare]) == rare;
    if ((both || text[at] == '\\') && candidate_at(text, at, wanted)) return at;
  }
  return std::string_view::npos;
}

#if defined(__x86_64__)

__attribute__((target("avx2"))) std::size_t search_avx2(std::string_view text,
                                                        const Wanted& wanted) {
  const char first = wanted.word[wanted.rare];
  const char second = wanted.word[wanted.other];
  const __m256i first_bytes = _mm256_set1_epi8(first);
  const __m256i second_bytes = _mm256_set1_epi8(second);
  const __m256i first_case = _mm256_set1_epi8(is_letter(first) ? 0x20 : 0);
  const __m256i second_case = _mm256_set1_epi8(is_letter(second) ? 0x20 : 0);
  const __m256i backslash = _mm256_set1_epi8('\\');
  const __m256i small_u = _mm256_set1_epi8('u');
  const std::size_t reach = std::max<std::size_t>(wanted.word.size(), 2);
  std::size_t at = 0;
  for (; at + 32 + reach <= text.size(); at += 32) {
    const char* const base = text.data() + at;
    const auto* const at_rare = reinterpret_cast<const __m256i*>(base + wanted.rare);
    const auto* const at_other = reinterpret_cast<const __m256i*>(base + wanted.other);
    const auto* const here = reinterpret_cast<const __m256i*>(base);
    const auto* const next = reinterpret_cast<const __m256i*>(base + 1);
    const __m256i hit = _mm256_and_si256(
        _mm256_cmpeq_epi8(_mm256_or_si256(_mm256_loadu_si256(at_rare), first_case), first_bytes),
        _mm256_cmpeq_epi8(_mm256_or_si256(_mm256_loadu_si256(at_other), second_case),
                          second_bytes));
    const __m256i escape = _mm256_and_si256(_mm256_cmpeq_epi8(_mm256_loadu_si256(here), backslash),
                                            _mm256_cmpeq_epi8(_mm256_loadu_si256(next), small_u));
    auto mask = static_cast<std::uint32_t>(_mm256_movemask_epi8(_mm256_or_si256(hit, escape)));
    for (; mask != 0; mask &= mask - 1) {
      const std::size_t candidate = at + static_cast<std::size_t>(__builtin_ctz(mask));
      if (candidate_at(text, candidate, wanted)) return candidate;
    }
  }
  return search_plain(text, at, wanted);
}

std::size_t search(std::string_view text, const Wanted& wanted) {
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") != 0;
  return kHasAvx2 ? search_avx2(text, wanted) : search_plain(text, 0, wanted);
}

#else

std::size_t search(std::string_view text, const Wanted& wanted) {
  return search_plain(text, 0, wanted);
}

#endif

}  // namespace

RawPrefilter::RawPrefilter(const Query& query) {
  std::size_t best_length = 0;
  for (const QueryGroup& group : query.groups) {
    if (group.negated) continue;
    std::vector<Needle> needles;
    std::size_t shortest = SIZE_MAX;
    for (const QueryTerm& term : group.any) {
      const std::vector<std::string> words = words_to_look_for(term);
      if (words.empty()) shortest = 0;
      for (const std::string& word : words) {
        shortest = std::min(shortest, word.size());
        needles.push_back({word, 0, 0, true});
      }
    }
    if (shortest == 0) continue;
    const std::size_t value = shortest * 4 / needles.size();
    if (value <= best_length) continue;
    best_length = value;
    needles_ = std::move(needles);
  }
  for (Needle& needle : needles_) {
    needle.ascii = is_ascii(needle.text);
    const auto rarer = [&needle](std::size_t a, std::size_t b) {
      return rank_of(needle.text[a]) < rank_of(needle.text[b]);
    };
    for (std::size_t i = 1; i < needle.text.size(); ++i) {
      if (rarer(i, needle.rare)) needle.rare = i;
    }
    needle.other = needle.rare == 0 ? needle.text.size() - 1 : 0;
    for (std::size_t i = 0; i < needle.text.size(); ++i) {
      if (i != needle.rare && rarer(i, needle.other)) needle.other = i;
    }
  }
}

bool RawPrefilter::may_match(std::string_view line) const {
  if (needles_.empty()) return true;
  return std::any_of(needles_.begin(), needles_.end(), [line](const Needle& needle) {
    return find(needle, line) != std::string_view::npos;
  });
}

std::size_t RawPrefilter::find(const Needle& needle, std::string_view text) {
  return search(text, {needle.text, needle.rare, needle.other, needle.ascii});
}

}  // namespace clew
