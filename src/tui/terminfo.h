// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"

namespace clew::tui {

// What the database of terminals says of this one. Moves of the cursor and looks are written as
// ECMA-48 has them: a terminal that does it otherwise is refused.
struct TerminalAbilities {
  int colors = 0;
  std::string enter_screen;  // the other screen, which leaves what was there alone
  std::string leave_screen;
  std::string keypad_on;
  std::string keypad_off;
};

Result<TerminalAbilities> ask_terminfo(const std::string& name);

}  // namespace clew::tui
