// SPDX-License-Identifier: MIT
#pragma once

namespace clew {

// Characters beyond ASCII that a terminal obeys or does not show, so that what is read is not what
// is there: C1 controls, directions, line and paragraph separators, and format characters without a
// shape. The joiners of emoji and of Persian stay, and signs that only count as format.
constexpr bool is_hidden_character(char32_t c) {
  constexpr struct {
    char32_t first, last;
  } kHidden[] = {
      {0x80, 0x9F},                          // C1
      {0xAD, 0xAD},                          // soft hyphen
      {0x061C, 0x061C},                      // Arabic letter mark
      {0x180E, 0x180E},                      // Mongolian vowel separator
      {0x200B, 0x200B},                      // zero width space
      {0x200E, 0x200F},   {0x2028, 0x202E},  // marks; separators, embeddings and overrides
      {0x2060, 0x206F},  // invisible operators, isolates, and what is deprecated
      {0xFEFF, 0xFEFF},  // byte-order mark
      {0xFFF9, 0xFFFB},  // interlinear annotation
      {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A},  // shorthand, music
      {0xE0000, 0xE0FFF},                      // tags, and what is reserved beside them
  };
  // Variation selectors choose between pictures.
  if (c >= 0xE0100 && c <= 0xE01EF) return false;
  for (const auto& range : kHidden) {
    if (c >= range.first && c <= range.last) return true;
  }
  return false;
}

}  // namespace clew
