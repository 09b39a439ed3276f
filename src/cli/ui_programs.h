// SPDX-License-Identifier: MIT
//
// ui, pick and shell-init: the screen (src/tui) as commands.
#pragma once

#include <vector>

#include "cli/programs.h"
#include "tui/world.h"

namespace clew {

std::vector<Program> ui_programs();

// What a command prints, for a window: `:usage` of the screen. Its words are those behind "clew";
// its session is put in where the command needs one and names none.
Result<tui::CommandText> text_of_command(Engine& engine, const tui::CommandLine& line);

}  // namespace clew
