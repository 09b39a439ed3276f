// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "catalog/facts/session_facts.h"
#include "engine/engine.h"

namespace clew {

// The newest sessions of a project, without what a person hid and without the session `but`. For
// who cannot wait: however many there are, only the thirty files that changed last are read.
Result<std::vector<SessionFacts>> recent_sessions(Engine& engine, const std::string& folder,
                                                  std::size_t most, std::string_view but);

}  // namespace clew
