// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "catalog/list/session_names.h"
#include "catalog/list/subagents.h"
#include "engine/engine.h"
#include "engine/read/session.h"

namespace clew {

// Opens a session by its name (see catalog/list/session_names.h) or file. A file without any line
// of a transcript is an error,
Result<SharedSession> open_session(Engine& engine, const std::string& name);
Result<SharedSession> open_session(Engine& engine, const NamedSession& session);
// ... or not.
Result<SharedSession> open_any_file(Engine& engine, const std::string& name);
// A file that was found, not one that somebody named.
Result<SharedSession> open_file(Engine& engine, const std::string& path);

// The id of the session that a person means, for what is looked for by id: the same names as
// everywhere. A text that may be the beginning of an id is taken as one when nothing has that name:
// prompts outlive their sessions, and a beginning may be that of several.
Result<std::string> session_id_meant(Engine& engine, const std::string& name);

// All subagents of a session: with files of their own, and inside its file.
Subagents subagents_of(const Engine& engine, const Session& session);

}  // namespace clew
