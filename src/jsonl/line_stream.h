// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/result.h"
#include "json/stream_reader.h"
#include "os/file_system.h"

namespace clew {

// Reads a line whose place is known (Line::offset and length) in blocks, and tells the handler what
// is in it: for lines that are too long to be held. kNotFound when the file has become too short;
// other errors when the text is no JSON, after the handler was told what came before.
Result<void> stream_line(const RandomAccessFile& file, int64_t offset, int64_t length,
                         json::StreamHandler& handler);

}  // namespace clew
