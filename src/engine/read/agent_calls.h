// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "engine/read/session.h"

namespace clew {

// The lines of all calls of tools, by their ids.
std::map<std::string_view, EntryIndex> calls_by_id(const Transcript& transcript);

// The lines with the calls that started subagents with files of their own, by the paths of these.
std::map<std::string, EntryIndex> agent_calls(const FileSystem& files, const Session& session);

// The line that begins at this offset, or kNoEntry.
EntryIndex entry_at(const Transcript& transcript, std::int64_t offset);

}  // namespace clew
