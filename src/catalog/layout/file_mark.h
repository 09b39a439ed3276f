// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Tells a file that only grew from one that was written anew: a hash of the last bytes before
// `end`. A few lines of them, for lines that differ only in their uuid may end alike. What it
// cannot tell: a change further up that moved nothing.
Result<std::uint64_t> mark_before(const RandomAccessFile& file, std::int64_t end);

}  // namespace clew
