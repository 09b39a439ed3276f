// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "store/index_database.h"

namespace clew {

// Whether an index is in order: SQLite's own check, all checksums, and that every file has the
// documents that its row says. All that an answer could stumble over is found. Reads everything,
// and so takes as long as reading the file does. kAll also decodes every list, which no damage of
// the disk could have made wrong.
enum class VerifyDepth : std::uint8_t { kChecksums, kAll };
Result<void> verify_database(IndexDatabase& database, VerifyDepth depth = VerifyDepth::kAll);

}  // namespace clew
