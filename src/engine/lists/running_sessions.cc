// SPDX-License-Identifier: MIT
#include "engine/lists/running_sessions.h"

#include "os/process_probe.h"

namespace clew {

LiveRegistry running_sessions(const Engine& engine) {
  return read_live_registry(engine.files(), RealProcessProbe(), engine.own_roots());
}

}  // namespace clew
