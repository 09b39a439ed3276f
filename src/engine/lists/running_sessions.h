// SPDX-License-Identifier: MIT
#pragma once

#include "catalog/list/live_registry.h"
#include "engine/engine.h"

namespace clew {

// What Claude Code runs on this machine at this moment: nobody may write to these sessions.
LiveRegistry running_sessions(const Engine& engine);

}  // namespace clew
