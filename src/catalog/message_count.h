// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "json/value.h"
#include "os/file_system.h"

namespace clew {

// How many lines of a transcript are messages: user and assistant lines that are not meta. Reads
// and parses the whole file. Lines that cannot be read, or are longer than 16 MiB, do not count.
Result<std::int64_t> count_messages(const RandomAccessFile& file, json::Parser& parser);
Result<std::int64_t> count_messages(const FileSystem& files, const std::string& path,
                                    json::Parser& parser);

}  // namespace clew
