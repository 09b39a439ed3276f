// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "catalog/layout/kept_places.h"
#include "catalog/list/session_names.h"
#include "os/file_system.h"

namespace clew {

// All files of a session, of those that its root has (find_root_files): what has its id in its
// place, its plan, and subagents that an older CLI put beside the transcript. The transcript comes
// last: who writes them in this order has a session when all of it is there.
std::vector<RootFile> files_of_session(const FileSystem& files, const RootFiles& all,
                                       const NamedSession& session);

}  // namespace clew
