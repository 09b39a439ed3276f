// SPDX-License-Identifier: MIT
#include <filesystem>
#include <system_error>

#include "os/program_path.h"

namespace clew {

std::string program_path() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).string();
}

}  // namespace clew
