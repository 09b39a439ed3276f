// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "engine/engine.h"

namespace clew {

// What a command needs to find this file too: " --root team:" where it lies in a team's store, else
// nothing. Never with a secret.
std::string root_option(const Engine& engine, std::string_view path);

}  // namespace clew
