// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew {

// 8-4-4-4-12 hexadecimal digits in either case.
bool is_uuid(std::string_view text);

// Random, version 4.
std::string make_uuid();

}  // namespace clew
