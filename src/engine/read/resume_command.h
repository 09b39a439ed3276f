// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "engine/engine.h"
#include "os/file_system.h"

namespace clew {

// `cd FOLDER && claude --resume ID`, safe to paste. Without a folder whose name no person has
// chosen: one of more than 1,000 bytes. `clew resume ID` when the transcript is only in the keep,
// where `claude` does not find it.
std::string resume_command(const FileInfo& transcript, std::string_view folder,
                           std::string_view id);
// The same for a transcript at `path`, which may also lie in the session store.
std::string resume_command(const Engine& engine, const FileInfo& transcript, std::string_view path,
                           std::string_view folder, std::string_view id);

}  // namespace clew
