// SPDX-License-Identifier: MIT
//
// The two changes to a transcript that a person can ask for. Both append one line, the very line
// that the official SDK appends (checked against 0.3.325), whole or not at all, and nothing else is
// touched.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "catalog/list/live_registry.h"
#include "os/file_system.h"

namespace clew {

// Gives the session of this transcript a title. White space around it goes; an empty one is
// refused. kBusy when the session is running: its CLI holds the title in memory.
Result<void> rename_session(WritableFileSystem& files, const LiveRegistry& live,
                            const PathBelow& transcript, std::string_view title);

// Takes the title away that somebody gave it. kBusy as above.
Result<void> remove_title(WritableFileSystem& files, const LiveRegistry& live,
                          const PathBelow& transcript);

// Gives it a tag; an empty one takes the tag away. kBusy as above.
Result<void> tag_session(WritableFileSystem& files, const LiveRegistry& live,
                         const PathBelow& transcript, std::string_view tag);

// The refusal for a session that is running, or may be.
Result<void> check_not_running(const LiveRegistry& live, std::string_view session);

}  // namespace clew
