// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "engine/call/operation.h"

namespace clew {

// The rows of the table that start and steer claude.
std::vector<Operation> drive_rows();

}  // namespace clew
