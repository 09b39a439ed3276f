// SPDX-License-Identifier: MIT
//
// What Claude Code says of a subagent it writes into a file of its own beside the transcript; the
// SDK sends it as a line of the transcript. So it is stored as a line, and who reads or writes
// files finds it where Claude Code has it.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "json/value.h"
#include "os/path_below.h"

namespace clew {

// The text of the file for such a line; nothing for other lines.
std::optional<std::string> agent_meta_of(json::Value line);
// Whether a line may be one, before it is parsed.
bool may_be_agent_meta(std::string_view line);
// Where the file lies for the transcript of this place.
PathBelow agent_meta_place(const PathBelow& transcript);

}  // namespace clew
