// SPDX-License-Identifier: MIT
//
// ui, pick and shell-init: the screen (src/tui) as commands.
#pragma once

#include <vector>

#include "cli/programs.h"

namespace clew {

std::vector<Program> ui_programs();

// What a command prints, for a window of so many columns: `:usage` of the screen. Words are those
// behind "clew"; `session` is put in where the command needs one and names none.
Result<std::vector<std::string>> text_of_command(Engine& engine,
                                                 const std::vector<std::string>& words,
                                                 const std::string& session, int columns);

}  // namespace clew
