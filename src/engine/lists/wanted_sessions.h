// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "engine/call/arguments.h"
#include "engine/lists/session_list.h"

namespace clew {

// What of the sessions the parameters of `list` ask for, beside project and time; nothing when they
// ask for all. Borrows the listing, of which only its list may change meanwhile.
std::function<bool(const FactsView&, const ProjectFolder&)> wanted_filter(
    const SessionListing& listing, const Arguments& arguments);

}  // namespace clew
