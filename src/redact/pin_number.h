// SPDX-License-Identifier: MIT
//
// Numbers of four to eight digits that a sentence calls a PIN, a passcode or a code that was sent.
// They are told by that word alone, and pins of chips and versions are called so too.
#pragma once

#include <span>
#include <string_view>

#include "redact/found.h"

namespace clew::redact {

// Words for them; of ASCII in lower case, found in any.
std::span<const std::string_view> pin_words();

// The number that stands behind such a word.
void find_pin(std::string_view text, Span word, FoundList& out);

// Whether the value of a member with this name is one: "vaultPin", "482913".
bool is_pin(std::string_view name, std::string_view value);

}  // namespace clew::redact
