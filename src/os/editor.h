// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"

namespace clew {

// Opens the person's editor ($VISUAL, $EDITOR, else vi) with this text and returns what was saved.
Result<std::string> edit_in_editor(const std::string& text);

}  // namespace clew
