// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "json/value.h"
#include "os/file_system.h"

namespace clew {

// A user or assistant line that is not meta.
bool is_message(const json::Value& line);

// How many lines of a transcript are messages. Reads the whole file, and parses the lines whose
// ends do not tell (line_ends.h). Lines that cannot be read do not count.
Result<std::int64_t> count_messages(const RandomAccessFile& file, json::Parser& parser);
Result<std::int64_t> count_messages(const FileSystem& files, const std::string& path,
                                    json::Parser& parser);

}  // namespace clew
