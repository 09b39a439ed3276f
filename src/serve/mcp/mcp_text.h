// SPDX-License-Identifier: MIT
//
// Transcript text on its way to a model: cut, without control characters, and fenced.
#pragma once

#include <string>
#include <string_view>

namespace clew {

// At most `most` bytes of it, whole characters, with a note of how much is missing. No escape
// sequences or controls.
std::string clean_text(std::string_view text, std::size_t most);

inline constexpr std::size_t kTitleBytes = 200;  // of a session

// A name, a path or an id: in one line, and at most 300 bytes of it.
std::string short_line(std::string_view text);

// The text between two marks that it cannot contain, with a line that says what it is: a transcript
// holds words of anybody, and none of them are orders to the reader.
std::string fence_untrusted(std::string_view text);

}  // namespace clew
