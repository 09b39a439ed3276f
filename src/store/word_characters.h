// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace clew {

// From a table of our own, not from the Unicode library that measures for the terminal: words are
// in indexes, which must mean the same whichever version of a library reads them. kTokenizerVersion
// (tokenizer.h) goes up with the table.
enum class WordClass : std::uint8_t {
  kNone,   // stands between words
  kWord,   // letters, digits, marks
  kAlone,  // a word by itself: Chinese, Japanese, Korean, Thai, ..., pictures
};

// For characters above ASCII.
WordClass word_class(char32_t c);

// Without its case: one character for one, never an ASCII one. Accents stay.
char32_t fold_character(char32_t c);

// Unicode has several spellings of one character: "é" is one or two, "Å" is two different ones, a
// syllable of Hangul is one to three. Words are compared in the composed spelling.
char32_t canonical(char32_t c);                      // the character that c is another name of
char32_t composed(char32_t first, char32_t second);  // 0: they are no character
std::string decomposed_hangul(char32_t c);           // UTF-8; empty for other characters
bool is_combining(char32_t c);                       // the second of some pair
bool has_other_spelling(char32_t c);                 // not counting Hangul

}  // namespace clew
