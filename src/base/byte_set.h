// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace clew {

// Some bytes, to be looked for in long texts: std::string_view::find_first_of() searches its set
// anew for every byte of the text, which takes several times as long.
class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view bytes) {
    for (const char c : bytes) holds_[static_cast<unsigned char>(c)] = true;
  }

  constexpr bool holds(char c) const { return holds_[static_cast<unsigned char>(c)]; }
  // The first of them from `at` on; npos: there is none.
  constexpr std::size_t find_in(std::string_view text, std::size_t at = 0) const {
    while (at < text.size() && !holds(text[at])) ++at;
    return at < text.size() ? at : std::string_view::npos;
  }

 private:
  std::array<bool, 256> holds_{};
};

}  // namespace clew
