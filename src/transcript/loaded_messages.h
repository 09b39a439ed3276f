// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "transcript/rules.h"

namespace clew {

// The messages that the loaded lines make up before the CLI mends anything: what sent_messages()
// drops is there.
std::vector<SentMessage> loaded_messages(const Transcript& transcript, const ChosenPath& path);

}  // namespace clew
