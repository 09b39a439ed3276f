// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace clew::redact {

// Whether a value can be a password though it has blanks, quotes or backslashes in it. Asked only
// where a name promises one and something says where the value ends. A sentence about passwords is
// none.
bool is_passphrase(std::string_view value);

// Without the backslashes that only say that the sign behind them is meant.
std::string without_backslashes(std::string_view value);

}  // namespace clew::redact
