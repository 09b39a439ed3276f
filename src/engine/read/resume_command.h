// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "os/file_system.h"

namespace clew {

// `cd FOLDER && claude --resume ID`, safe to paste. Without a folder whose name no person has
// chosen: one of more than 1,000 bytes. `clew resume ID` when the transcript is only in the keep,
// where `claude` does not find it.
std::string resume_command(const FileInfo& transcript, std::string_view folder,
                           std::string_view id);

}  // namespace clew
