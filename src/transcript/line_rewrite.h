// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace clew {

using NewIds = std::map<std::string, std::string, std::less<>>;  // old uuid to new

// A line of a transcript as a line of another session: its session's id is the new one, and lines
// that got new uuids are named by these, wherever a line names lines. Every other byte stays as it
// is, unlike in a value that was read and written again. What is no JSON object stays whole.
std::string rewritten_line(std::string_view line, std::string_view session, const NewIds& ids);

}  // namespace clew
