// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "engine/call/arguments.h"
#include "engine/call/operation.h"
#include "render/style.h"

namespace clew {

// Exactly what was typed. Nothing is looked up on the system yet.
struct Invocation {
  const Operation* operation = nullptr;  // none: no command was given
  Arguments::Given given;
  std::vector<std::string> roots;
  std::string keep;
  bool json = false;
  bool help = false;
  bool version = false;
  bool no_pager = false;
  ColorChoice color = ColorChoice::kAuto;
  int width = 0;
  std::string generate;  // man, complete-bash, ...: for packaging
  std::string program;   // as it was called
};

// The flags of the program itself; they may stand before and after the command.
std::span<const Param> common_params();

Result<Invocation> parse_command_line(int argc, const char* const* argv);

// The command that was meant, also where what stands behind it is a mistake; null: none.
const Operation* typed_command(int argc, const char* const* argv);

}  // namespace clew
