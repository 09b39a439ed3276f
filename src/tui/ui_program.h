// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "tui/world.h"

namespace clew::tui {

struct UiOptions {
  EngineOptions engine;
  TextOfCommand text_of;
  bool color = true;
  bool pick = false;         // choose sessions instead of reading them
  bool all = false;          // sessions of all projects
  std::string session = {};  // to begin with; empty: the list
  std::string query = {};    // to narrow by at once
};

struct UiOutcome {
  bool chosen = false;
  std::vector<std::string> ids;
};

// Runs until the person leaves. The terminal is then as it was.
Result<UiOutcome> run_ui(const UiOptions& options);

}  // namespace clew::tui
