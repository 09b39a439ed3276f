// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string_view>

namespace clew {

// Behind what terminal_safe() (text.h) drops at pos: an escape sequence, a control, a hidden
// character. pos itself where it drops nothing. Requires pos < text.size().
std::size_t skip_unshown(std::string_view text, std::size_t pos);

}  // namespace clew
