// SPDX-License-Identifier: MIT
//
// The envelope of a line without parsing the line. The CLI writes type, uuid, time and the like as
// plain members before or behind the large nested ones (message, toolUseResult). Read from both
// ends, they cost a few hundred bytes of a line that may have a million.
#pragma once

#include <optional>
#include <string_view>

namespace clew {

// The JSON text of a member's value, quotes included, if it stands among the members of the line's
// object before the first nested value or behind the last one; else empty. Of repeated keys the one
// behind counts. Only the ends are looked at: a line that is broken in its middle passes, and so
// does one that repeats the key there.
std::string_view member_at_ends(std::string_view line, std::string_view key);

// Whether a line is a message (see message_count.h); nothing when only parsing can tell.
std::optional<bool> peek_message(std::string_view line);

}  // namespace clew
