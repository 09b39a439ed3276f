// SPDX-License-Identifier: MIT
#pragma once

#include "base/time.h"

namespace clew {

// The time of this machine, for programs and services: all else is handed a "now".
TimeMs clock_now();

}  // namespace clew
