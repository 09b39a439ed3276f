// SPDX-License-Identifier: MIT
#include <cerrno>
#include <fcntl.h>

#include "os/file_support.h"

namespace clew {

const int kFolderStep = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

int rename_exclusive(int, const char*, int, const char*) { return ENOSYS; }

int reserve_space(int, off_t, std::size_t) { return 0; }

}  // namespace clew
