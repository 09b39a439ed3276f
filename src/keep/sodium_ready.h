// SPDX-License-Identifier: MIT
#pragma once

#include <sodium.h>

namespace clew {

// libsodium chooses here what this processor does fastest; without it everything works, several
// times slower, and not for several threads. Before each use; costs nothing after the first.
inline void use_sodium() { [[maybe_unused]] static const int ready = ::sodium_init(); }

}  // namespace clew
