// SPDX-License-Identifier: MIT
//
// Going straight to a part of a file.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// The text of a line whose place is known (Line::offset and length), with kLinePadding bytes of
// capacity behind it. kNotFound when the file has become too short for it.
Result<std::string> read_line_at(const RandomAccessFile& file, int64_t offset, int64_t length);

// Byte ranges [first, second) that together are the whole file as it is now, cut at line ends into
// `parts` pieces of about the same size; fewer when lines are long. For LineOptions::start and end
// of several readers.
Result<std::vector<std::pair<int64_t, int64_t>>> split_at_lines(const RandomAccessFile& file,
                                                                int parts);

}  // namespace clew
