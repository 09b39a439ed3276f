// SPDX-License-Identifier: MIT
//
// Our hooks in the settings of Claude Code. A settings file is somebody else's: it is changed where
// our members are, and every other byte of it stays.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace clew {

struct HookCommands {
  std::string session_start;
  std::string turn_end;  // empty: not wanted
  std::string status_line;
};

// How `program` (a word of a shell) is called for each; at the end of a turn only to keep what is
// new.
HookCommands hook_commands(std::string_view program, bool keep);

// Settings with nothing but our members.
std::string hooks_fragment(const HookCommands& commands);

struct EditedSettings {
  std::string text;
  std::vector<std::string> notes;  // what was left alone, and why
};

// Adds our members where they are not there yet, and renews them where the program has another
// name. A status line of somebody else's stays. An error for what is no JSON object, or has other
// kinds of values where ours belong.
Result<EditedSettings> with_hooks(std::string_view settings, const HookCommands& commands);

// Takes our members out, and what is empty without them.
Result<EditedSettings> without_hooks(std::string_view settings);

}  // namespace clew
