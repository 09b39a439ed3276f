// SPDX-License-Identifier: MIT
//
// What the file of an index says it is, and how one is made. Whatever is of an older version is
// made anew, so nothing is ever brought from one version to the next.
#pragma once

#include <cstdint>
#include <optional>

#include "base/result.h"
#include "store/manifest.h"
#include "store/sql.h"

namespace clew {

// How the file says its version. An index of a newer version is left alone, so a damaged number
// must not look like one: it ends with digits that check it.
std::int64_t stamped_version(std::int64_t version);

// What the file says it is: nothing for one of ours, of this version.
std::optional<Error> check_version(sql::Connection& db);
// In an empty file.
Result<void> create_schema(sql::Connection& db);
Result<void> write_manifest(sql::Connection& db, const Manifest& manifest);

}  // namespace clew
