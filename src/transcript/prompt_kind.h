// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "transcript/entry.h"

namespace clew {

// Tells what the text of a `user` line (or of a system/local_command line) is. `meta` is the
// line's isMeta; the flags isCompactSummary and "only tool results" are settled by the caller.
PromptKind classify_prompt(std::string_view text, bool meta);

std::string_view name_of(PromptKind kind);

// The content of `<tag>...</tag>` in a text, or empty: command-name, bash-input, ...
std::string_view tagged(std::string_view text, std::string_view tag);

// How a person would have typed it: "/compact keep it short", "! ls -l", the words of a command's
// output; any other text unchanged.
std::string readable_prompt(std::string_view text, PromptKind kind);

}  // namespace clew
