// SPDX-License-Identifier: MIT
#pragma once

#include "cli/programs.h"

namespace clew {

// `clew hooks`: what Claude Code calls, and the settings that make it do so.
Program hooks_program();

}  // namespace clew
