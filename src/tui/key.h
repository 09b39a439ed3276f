// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace clew::tui {

// One thing that a person did at the keyboard or with the mouse.
struct Key {
  enum class Kind : std::uint8_t {
    kText,  // a character; of Ctrl the letter in lower case
    kEnter,
    kEscape,
    kTab,
    kBackTab,
    kBackspace,
    kDelete,
    kUp,
    kDown,
    kLeft,
    kRight,
    kHome,
    kEnd,
    kPageUp,
    kPageDown,
    kWheelUp,
    kWheelDown,
    kClick,    // at row and column
    kPaste,    // `text` came at once
    kResize,   // the screen has another size
    kUnknown,  // a sequence that means nothing here
  };
  Kind kind = Kind::kUnknown;
  char32_t character = 0;
  bool ctrl = false;
  bool alt = false;
  int row = 0;
  int column = 0;
  std::string text = {};

  bool operator==(const Key&) const = default;
  bool is(char32_t c) const { return kind == Kind::kText && !ctrl && !alt && character == c; }
  bool is_ctrl(char32_t c) const { return kind == Kind::kText && ctrl && character == c; }
};

}  // namespace clew::tui
