// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace clew::tui {

// Lines for a shell's own file that bind a key: it chooses a session and puts the command that
// resumes it on the command line. `program`: how clew is called. `key`: a letter, with Ctrl.
Result<std::string> shell_init(std::string_view shell, std::string_view program, char key);

}  // namespace clew::tui
