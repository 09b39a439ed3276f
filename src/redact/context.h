// SPDX-License-Identifier: MIT
//
// Secrets that their surroundings tell: assignments, headers, cookies, options, prose.
#pragma once

#include <span>
#include <string_view>

#include "redact/found.h"

namespace clew::redact {

// Words near which a secret may stand.
std::span<const std::string_view> telling_words();

// What the word at this place tells about the text behind it (or, in prose, before it).
// Returns the end of the name that the word is a part of, so that its other words need not be
// asked.
std::size_t find_by_word(std::string_view text, Span word, FoundList& out);

// Whether a whole value that stands under this name is a secret: a member of an object, a variable.
void find_by_name(std::string_view name, std::string_view value, FoundList& out);

// The values of a cookie header that tell who somebody is; `at` is where the first pair begins.
void find_in_cookies(std::string_view text, std::size_t at, FoundList& out);

}  // namespace clew::redact
