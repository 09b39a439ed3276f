// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

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

}  // namespace clew
