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
    kReply,    // `text` is what the terminal answered to a question, without its frame
    kUnknown,  // a sequence that means nothing here
  };
  Kind kind = Kind::kUnknown;
  char32_t character = 0;
  bool ctrl = false;
  bool alt = false;
  int row = 0;
  int column = 0;
  std::string text = {};
  // Others came with it, behind it: nobody types that fast, a terminal that pastes does. Says
  // nothing about which key it is, so it does not count in comparisons.
  bool more = false;

  bool operator==(const Key& other) const {
    return kind == other.kind && character == other.character && ctrl == other.ctrl &&
           alt == other.alt && row == other.row && column == other.column && text == other.text;
  }
  bool is(char32_t c) const { return kind == Kind::kText && !ctrl && !alt && character == c; }
  bool is_ctrl(char32_t c) const { return kind == Kind::kText && ctrl && character == c; }
};

}  // namespace clew::tui
