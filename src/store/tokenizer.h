// SPDX-License-Identifier: MIT
//
// What a word is. The index, the scan without an index, and queries all cut texts with this one
// unit, so that they agree by construction.
//
//   - A word is a run of letters, digits and marks; everything else stands between words, also "_",
//     "-", "/" and ".": identifiers and paths are found by each part, and whole as a phrase.
//   - Letters are folded (case only; accents count). A letter with its accent is the same in one
//     character and in two.
//   - "parseMessageTree" and "HTTPServer" are cut where a capital begins a part: parse message
//   tree,
//     http server. The whole, "parsemessagetree", is found too: it stands at the place of the first
//     part. Words with more than eight parts are no names but encoded data, and stay whole.
//   - A part of a name with digits in it is found by its letters too: "HTTPServer" in
//     "HTTPServer2Go".
//   - Characters of scripts without spaces are words of their own; a run of them is a phrase.
//   - Of a word only the first 64 bytes count.
//
// kTokenizerVersion must be raised with every change of these rules: old indexes are then rebuilt.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

inline constexpr int kTokenizerVersion = 2;
inline constexpr std::size_t kMaxToken = 64;
inline constexpr std::size_t kMaxParts = 8;

struct Token {
  std::string_view text;       // folded; valid until the next token
  std::uint32_t position = 0;  // counts words; parts of a name each count
  std::size_t begin = 0;       // bytes in the source
  std::size_t end = 0;
  bool whole = false;    // the name of which the following tokens are the parts
  bool letters = false;  // of the part that follows, up to its first digit
};

namespace tokens {

enum Ascii : std::uint8_t { kNone, kLower, kDigit, kUpper };

struct AsciiTable {
  std::array<std::uint8_t, 256> kind{};
  constexpr AsciiTable() {
    for (unsigned c = 'a'; c <= 'z'; ++c) kind[c] = kLower;
    for (unsigned c = 'A'; c <= 'Z'; ++c) kind[c] = kUpper;
    for (unsigned c = '0'; c <= '9'; ++c) kind[c] = kDigit;
  }
};
inline constexpr AsciiTable kAscii;

inline Ascii kind_of(char c) {
  return static_cast<Ascii>(kAscii.kind[static_cast<unsigned char>(c)]);
}
inline bool is_ascii(char c) { return static_cast<unsigned char>(c) < 0x80; }

// A word with characters above ASCII, or one that stands alone.
struct WideWord {
  std::size_t end = 0;   // where to go on
  std::size_t size = 0;  // bytes of the folded word in `folded`; 0: no word here
  std::array<char, kMaxToken> folded;
};

// What begins at `pos`, which is a character above ASCII or the beginning of an ASCII run that one
// ends. `pos` < text.size().
void read_wide_word(std::string_view text, std::size_t pos, WideWord& word);

// Whether the character at `pos`, above ASCII, goes on a word.
bool continues_word(std::string_view text, std::size_t pos);

// How many letters a part of a name begins with, if digits follow; else 0.
inline std::size_t letters_before_digits(std::string_view part) {
  std::size_t count = 0;
  while (count < part.size() && kind_of(part[count]) != kDigit) ++count;
  return count < part.size() ? count : 0;
}

// In lower case, as many bytes as are kept. Only ASCII.
inline std::string_view fold_ascii(std::string_view word, std::array<char, kMaxToken>& into) {
  const std::size_t size = word.size() < kMaxToken ? word.size() : kMaxToken;
  for (std::size_t i = 0; i < size; ++i) {
    into[i] = kind_of(word[i]) == kUpper ? static_cast<char>(word[i] | 0x20) : word[i];
  }
  return {into.data(), size};
}

// Where the parts of a name end, as offsets into it.
struct Parts {
  std::size_t count = 1;
  std::array<std::size_t, kMaxParts> ends;
};
void cut_parts(std::string_view word, Parts& parts);

// The parts of a name that begins at `token.begin`; the letters before digits come first. A part
// beyond the bytes that are kept of the whole is cut from the name itself.
template <class Visit>
void visit_parts(std::string_view word, const Parts& parts, Token token, std::uint32_t& position,
                 Visit&& visit) {
  const std::size_t begin = token.begin;
  std::array<char, kMaxToken> folded;
  for (std::size_t number = 0, from = 0; number < parts.count; ++number) {
    const std::size_t to = parts.ends[number];
    const std::string_view part = fold_ascii(word.substr(from, to - from), folded);
    token.position = position++;
    token.begin = begin + from;
    if (const std::size_t letters = letters_before_digits(part); letters > 0) {
      token.text = part.substr(0, letters);
      token.end = token.begin + letters;
      token.letters = true;
      visit(static_cast<const Token&>(token));
      token.letters = false;
    }
    token.text = part;
    token.end = begin + to;
    visit(static_cast<const Token&>(token));
    from = to;
  }
}

}  // namespace tokens

// Calls visit(const Token&) for each token, in order; a whole comes before its parts.
//
// Nine words of ten in transcripts are lower-case ASCII: those are handed on where they stand,
// without being copied.
template <class Visit>
void for_each_token(std::string_view text, Visit&& visit) {
  using namespace tokens;
  Token token;
  WideWord wide;
  std::array<char, kMaxToken> folded;
  std::uint32_t position = 0;
  const std::size_t size = text.size();
  std::size_t pos = 0;
  for (;;) {
    while (pos < size && kind_of(text[pos]) == kNone && is_ascii(text[pos])) ++pos;
    if (pos == size) return;

    const std::size_t begin = pos;
    unsigned capitals = 0;
    for (Ascii kind; pos < size && (kind = kind_of(text[pos])) != kNone; ++pos) {
      capitals += kind == kUpper ? 1U : 0U;
    }
    if (pos == begin || (pos < size && !is_ascii(text[pos]) && continues_word(text, pos))) {
      read_wide_word(text, begin, wide);
      pos = wide.end;
      if (wide.size == 0) continue;
      token = {{wide.folded.data(), wide.size}, position++, begin, pos};
      visit(static_cast<const Token&>(token));
      continue;
    }

    const std::size_t length = pos - begin;
    token.begin = begin;
    token.end = pos;
    token.whole = false;
    if (capitals == 0) {
      token.text = text.substr(begin, length < kMaxToken ? length : kMaxToken);
      token.position = position++;
      visit(static_cast<const Token&>(token));
      continue;
    }
    token.text = fold_ascii(text.substr(begin, length), folded);
    token.position = position;
    Parts parts;
    // "Word" and "WORD" have no parts; most words with a capital are one of these.
    if (capitals != length && (capitals > 1 || kind_of(text[begin]) != kUpper)) {
      cut_parts(text.substr(begin, length), parts);
    }
    if (parts.count == 1) {
      ++position;
      visit(static_cast<const Token&>(token));
      continue;
    }
    token.whole = true;
    visit(static_cast<const Token&>(token));
    token.whole = false;
    visit_parts(text.substr(begin, length), parts, token, position, visit);
  }
}

// The words in a row that are to be looked for when `text` is asked for. Names have two forms:
// "GitHub" is "git hub" or "github", so that it finds every way of writing it, and "2.1" is "v2.1"
// too. The first form is that of all parts; there are at most nine. Each word of it is a part of a
// word of every other form.
using TokenSequence = std::vector<std::string>;
std::vector<TokenSequence> query_forms(std::string_view text);

}  // namespace clew
