// SPDX-License-Identifier: MIT

#include "os/change_watcher.h"

namespace clew {

Result<std::unique_ptr<ChangeWatcher>> make_change_watcher() {
  return Error{ErrorCode::kUnsupported, "this system does not tell of changes in folders"};
}

}  // namespace clew
