// SPDX-License-Identifier: MIT
#pragma once

#include <set>
#include <string>

#include "base/result.h"
#include "engine/engine.h"
#include "engine/lists/edits.h"

namespace clew {

// The sessions that a person wants on top of a list, by id: a note of our own.
Result<std::set<std::string, std::less<>>> pinned_sessions(Engine& engine);

enum class Pin : bool { kNo, kYes };
// `session` as a person names it.
Result<Done> pin_session(Engine& engine, const std::string& session, Pin pin);

}  // namespace clew
