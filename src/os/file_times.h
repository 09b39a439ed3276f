// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"

namespace clew {

// Gives a file on the disk another time of change, in nanoseconds since 1970.
Result<void> set_modified(const std::string& path, std::int64_t mtime_ns);

}  // namespace clew
