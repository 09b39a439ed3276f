// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "keep/keep_place.h"
#include "os/durable_file_system.h"

namespace clew {

// Notes in the keep of this machine that a person deleted these files and folders, so that what is
// kept of them is not shown as if it were still there. Nothing of it is removed. Brought back, and
// kept again, they are there as before.
Result<void> note_deleted(DurableFileSystem& files, const KeepPlace& place,
                          const std::vector<std::string>& paths, TimeMs now);
// Takes that back: they are where they were.
Result<void> note_undeleted(DurableFileSystem& files, const KeepPlace& place,
                            const std::vector<std::string>& paths, TimeMs now);

}  // namespace clew
