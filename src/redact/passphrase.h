// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

#include "redact/found.h"

namespace clew::redact {

// Whether a value can be a password though it has blanks, quotes or backslashes in it. Asked only
// where a name promises one and something says where the value ends. A sentence about passwords is
// none.
bool is_passphrase(std::string_view value);

// Several words of lower case and nothing else, none of which a sentence about passwords has:
// "correct horse battery staple".
bool is_word_list(std::string_view value);

// The words of lower case that begin here, up to what ends a sentence, a value or a line; empty
// when something else follows them.
Span words_at(std::string_view text, std::size_t at);

// Without the backslashes that only say that the sign behind them is meant.
std::string without_backslashes(std::string_view value);

}  // namespace clew::redact
