// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace clew::tui {

// How a cell looks, in the sixteen colours that every terminal's user has chosen for themselves.
struct Look {
  static constexpr std::uint8_t kBold = 1;
  static constexpr std::uint8_t kDim = 2;
  static constexpr std::uint8_t kItalic = 4;
  static constexpr std::uint8_t kUnderline = 8;
  static constexpr std::uint8_t kReverse = 16;
  static constexpr std::uint8_t kStruck = 32;

  std::uint8_t marks = 0;
  std::uint8_t color = 0;     // 0: the terminal's own; 30-37 and 90-97 as in SGR
  std::uint32_t picture = 0;  // the cell shows a part of this one; 0: it shows text

  bool operator==(const Look&) const = default;
  Look with(std::uint8_t more) const {
    return {static_cast<std::uint8_t>(marks | more), color, picture};
  }
  Look without(std::uint8_t less) const {
    return {static_cast<std::uint8_t>(marks & static_cast<std::uint8_t>(~less)), color, picture};
  }
};

inline constexpr Look kPlain{};
inline constexpr Look kStrong{Look::kBold, 0};
inline constexpr Look kDim{Look::kDim, 0};
inline constexpr Look kAccent{0, 36};
inline constexpr Look kGood{0, 32};
inline constexpr Look kBad{0, 31};
inline constexpr Look kWarning{0, 33};
inline constexpr Look kTitle{Look::kBold, 36};
inline constexpr Look kBar{Look::kReverse, 0};

}  // namespace clew::tui
