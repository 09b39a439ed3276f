// SPDX-License-Identifier: MIT
#pragma once

#include <memory>

#include "catalog/layout/roots.h"
#include "os/file_system.h"

namespace clew {

// What stands between engines and the files of their roots, when somebody must not see these as
// they are. Thread-safe; outlives all engines.
class FileView {
 public:
  virtual ~FileView() = default;

  // The files as an engine reads them. Borrows both, which may be filled in until the first file is
  // opened.
  virtual std::unique_ptr<WritableFileSystem> over(WritableFileSystem& base,
                                                   const Roots& roots) = 0;
};

}  // namespace clew
