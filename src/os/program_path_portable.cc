// SPDX-License-Identifier: MIT
#include "os/program_path.h"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

namespace clew {

std::string program_path() {
#ifdef __APPLE__
  std::uint32_t size = 0;
  ::_NSGetExecutablePath(nullptr, &size);
  std::string path(size, '\0');
  if (::_NSGetExecutablePath(path.data(), &size) == 0) return path.c_str();
#endif
  return {};
}

}  // namespace clew
