// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace clew {

// What a piece of text is, not how it looks: one place decides about colours.
enum class Ink : std::uint8_t {
  kPlain,
  kStrong,
  kDim,
  kPrompt,  // words of the user
  kAnswer,  // words of the model
  kTool,
  kGood,
  kBad,
  kWarning,
  kAccent,
};

// How to write for this output: colours or none, and how many columns there are.
struct Style {
  bool color = false;
  int width = 80;

  std::string paint(Ink ink, std::string_view text) const;
};

// The text in these codes of a terminal ("1;31").
std::string with_codes(std::string_view codes, std::string_view text);

enum class ColorChoice : std::uint8_t { kAuto, kAlways, kNever };

// Auto means: a terminal, and neither NO_COLOR nor TERM=dumb say otherwise. `width` 0 asks the
// terminal, then $COLUMNS.
Style make_style(ColorChoice color, int width);

}  // namespace clew
