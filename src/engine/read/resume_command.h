// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// `cd FOLDER && claude --resume ID`, safe to paste. Without a folder whose name no person has
// chosen: one of more than 1,000 bytes.
std::string resume_command(std::string_view folder, std::string_view id);

}  // namespace clew
