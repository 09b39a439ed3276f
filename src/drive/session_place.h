// SPDX-License-Identifier: MIT
//
// A session belongs to a folder: that is where claude has to be started to find it again.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "catalog/list/live_registry.h"
#include "catalog/list/session_names.h"
#include "os/file_system.h"
#include "transcript/transcript.h"

namespace clew {

// The folder to resume a session in: the first recorded one whose key is the name of the session's
// project. kNotFound when that folder is gone, or none fits; the message then names the ways out.
Result<std::string> find_session_folder(const FileSystem& files, const NamedSession& session,
                                        const Transcript& transcript);

// The same for a folder that a person chose: it must be there, and no other session of the same id
// may lie in its project, because claude would take that one.
Result<std::string> check_chosen_folder(const FileSystem& files, const NamedSession& session,
                                        const std::string& folder);

// kBusy with who and where when the session runs elsewhere: two programs that append to one file
// break its chain.
Result<void> check_free(const LiveRegistry& live, const std::string& session);

}  // namespace clew
