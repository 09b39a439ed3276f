// SPDX-License-Identifier: MIT
#pragma once

#include "base/result.h"
#include "engine/call/arguments.h"
#include "redact/finder.h"

namespace clew {

// What the parameters `literal`, `expression`, `also` and `without` of an operation ask for.
Result<redact::Finder> finder_for(const Arguments& arguments);

}  // namespace clew
