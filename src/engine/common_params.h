// SPDX-License-Identifier: MIT
//
// Parameters that rows of several parts of the table have.
#pragma once

#include "engine/operation.h"

namespace clew {

inline const Param kSessionParam{.name = "session",
                                 .help =
                                     "the session: an id or the start of one, a title, @1 for the "
                                     "newest, or (on a command line) a file",
                                 .value = "SESSION",
                                 .required = true,
                                 .positional = true};

}  // namespace clew
