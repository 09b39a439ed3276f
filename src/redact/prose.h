// SPDX-License-Identifier: MIT
//
// Secrets that a sentence names: "the staging password is ...", "use ... as the token".
#pragma once

#include <span>
#include <string_view>

#include "redact/found.h"
#include "redact/secret_name.h"

namespace clew::redact {

// `name` is what the sentence calls it.
void find_in_prose(std::string_view text, Span name, Promise promise, FoundList& out);

// The words for a password, a token, a key in languages that put no blanks around them.
std::span<const std::string_view> foreign_words();
// What stands behind such a word.
void find_behind_foreign_word(std::string_view text, std::size_t at, FoundList& out);

}  // namespace clew::redact
