// SPDX-License-Identifier: MIT
#include "os/links.h"

#include <cerrno>
#include <unistd.h>

#include "os/system_error.h"

namespace clew {

Result<void> make_link(const std::string& target, const std::string& path) {
  if (::symlink(target.c_str(), path.c_str()) == 0) return {};
  return system_error(errno, "make the link", path);
}

}  // namespace clew
