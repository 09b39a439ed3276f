// SPDX-License-Identifier: MIT
//
// Secrets that a sentence names: "the staging password is ...", "use ... as the token".
#pragma once

#include <string_view>

#include "redact/found.h"
#include "redact/secret_name.h"

namespace clew::redact {

// `name` is what the sentence calls it.
void find_in_prose(std::string_view text, Span name, Promise promise, FoundList& out);

// Whether what a sentence gives as a password or a token looks like one, in whatever language. In a
// sentence nearly everything is a word; so it must have what words have not.
bool is_said(std::string_view text, Span value, Promise promise);

// Without what closes a sentence, a bracket or a quote behind it.
Span without_punctuation(std::string_view text, Span value);

}  // namespace clew::redact
