// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

inline constexpr std::int64_t kLargestToolResult = std::int64_t{256} << 20;

// Output of a tool that was too large for the transcript and lies in <session>/tool-results/.
// `transcript` is the path of the session's file; `name` is what the line gives: a
// persistedOutputPath, of which only the last part counts (the folder may have been moved, and
// nothing outside of it is ever read), or a tool_use id.
Result<std::string> find_tool_result(const FileSystem& files, const std::string& transcript,
                                     std::string_view name);

// Whether a session has any.
bool has_tool_results(const FileSystem& files, const std::string& transcript);

// Its content, at most `max_bytes` of it.
Result<std::string> read_tool_result(const FileSystem& files, const std::string& transcript,
                                     std::string_view name,
                                     std::int64_t max_bytes = kLargestToolResult);

}  // namespace clew
