// SPDX-License-Identifier: MIT
//
// Of ncurses only its database of terminals is used. Its windows hold five code points a cell and
// ask the C library for widths: a family of four in one emoji, and our widths, would not fit in.

#include "tui/terminfo.h"

// These two define macros with names as common as `columns`: nothing is included after them.
#include <term.h>

#include <curses.h>

namespace clew::tui {
namespace {

std::string text_of(const char* capability) {
  const char* text = ::tigetstr(capability);
  return text == nullptr || text == reinterpret_cast<const char*>(-1) ? std::string() : text;
}

}  // namespace

Result<TerminalAbilities> ask_terminfo(const std::string& name) {
  int found = 0;
  if (name.empty() || ::setupterm(name.c_str(), 1, &found) != 0) {
    return Error{ErrorCode::kUnsupported,
                 "the terminal \"" + name + "\" is not known; set TERM, for example to xterm"};
  }
  if (!text_of("cup").starts_with("\x1b[")) {
    return Error{ErrorCode::kUnsupported,
                 "the terminal \"" + name + "\" cannot move its cursor; set TERM to what it is"};
  }
  TerminalAbilities abilities;
  abilities.colors = ::tigetnum("colors");
  abilities.enter_screen = text_of("smcup");
  abilities.leave_screen = text_of("rmcup");
  abilities.keypad_on = text_of("smkx");
  abilities.keypad_off = text_of("rmkx");
  return abilities;
}

}  // namespace clew::tui
