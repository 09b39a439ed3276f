// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "os/forwarding_file_system.h"

namespace clew {

// One folder of a disk, and nothing else of it: whoever is named a path elsewhere, or one that
// leads out, is answered that there is none. For engines that serve people who must not learn
// anything of this machine. Borrows the disk; what lies in the folder is trusted.
class ConfinedFileSystem : public ForwardingFileSystem {
 public:
  ConfinedFileSystem(DurableFileSystem& disk, std::string folder)
      : ForwardingFileSystem(disk), folder_(std::move(folder)) {}

 private:
  Result<void> admit(FileAccess access, std::string_view path,
                     std::string_view other) const override;
  bool has(std::string_view path) const;

  const std::string folder_;
};

}  // namespace clew
