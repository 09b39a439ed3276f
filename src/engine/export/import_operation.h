// SPDX-License-Identifier: MIT
#pragma once

#include "engine/travel/unpack_operation.h"

namespace clew {

// Brings what others wrote to this machine: a pack as `unpack` does, a trajectory (ATIF) as a new
// session.
Result<UnpackAnswer> import_answer(Engine& engine, const Arguments& arguments);

}  // namespace clew
