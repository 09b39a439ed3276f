// SPDX-License-Identifier: MIT

#include "serve/static_files.h"

namespace clew {

std::span<const EmbeddedFile> embedded_files() { return {}; }

}  // namespace clew
