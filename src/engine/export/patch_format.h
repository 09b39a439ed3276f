// SPDX-License-Identifier: MIT
#pragma once

#include "export/exported.h"

namespace clew {

// All changes to files, as `git apply` and `patch -p1` take them: for each file one change from
// what it was before the first call to what it was after the last. Where the transcript does not
// have a file whole, its changes one by one; what cannot be placed is named in a line that both
// pass over.
Result<void> write_patch(const Exported& exported, const AppendText& append);

}  // namespace clew
