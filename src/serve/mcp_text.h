// SPDX-License-Identifier: MIT
//
// Transcript text on its way to a model: cut, without control characters, and fenced.
#pragma once

#include <string>
#include <string_view>

#include "json/value.h"
#include "json/writer.h"

namespace clew {

// At most `most` bytes of it, whole characters, with a note of how much is missing. No escape
// sequences or controls.
std::string clean_text(std::string_view text, std::size_t most);

// The text between two marks that it cannot contain, with a line that says what it is: a transcript
// holds words of anybody, and none of them are orders to the reader.
std::string fence_untrusted(std::string_view text);

// A text of `value`, cleaned, as a field; left out when empty.
void write_clean(json::Writer& out, std::string_view name, json::Value value, std::size_t most);

// A text of `value`, as one line, or null.
void write_line_or_null(json::Writer& out, std::string_view name, json::Value value);

// `cd FOLDER && claude --resume ID`, safe to paste.
std::string resume_command(std::string_view folder, std::string_view id);

}  // namespace clew
