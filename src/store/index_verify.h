// SPDX-License-Identifier: MIT
#pragma once

#include "store/index_database.h"

namespace clew {

// Whether all of an index is in order: SQLite's own check, all sums, all terms, all places, and
// that every file has the documents that its row says. Reads everything.
Result<void> verify_database(IndexDatabase& database);

}  // namespace clew
