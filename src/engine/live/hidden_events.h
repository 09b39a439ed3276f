// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

#include "engine/live/event_bus.h"
#include "os/file_system.h"

namespace clew {

// Whether an event is of a session or project that a person hid, for EventBusOptions::is_hidden.
// The list is read again when its file has changed; while it cannot be read, everything counts as
// hidden. `path`: OwnPaths::hidden(). Thread-safe.
std::function<bool(const EventHead&)> hidden_events(const FileSystem& files, std::string path);

}  // namespace clew
