// SPDX-License-Identifier: MIT
//
// Commands about what `clew serve` keeps: they ask the one of this user that runs.
#pragma once

#include "cli/command_line.h"
#include "cli/commands.h"

namespace clew {

Result<Outcome> run_in_server(const Invocation& invocation, const EngineOptions& options,
                              Screen& screen);

}  // namespace clew
