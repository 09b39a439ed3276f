// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

namespace clew {

bool is_terminal(int fd);

// Columns of the terminal behind `fd`; nothing when it is none or does not know.
std::optional<int> terminal_width(int fd);
// Its rows.
std::optional<int> terminal_height(int fd);

}  // namespace clew
