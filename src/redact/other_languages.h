// SPDX-License-Identifier: MIT
//
// Secrets that a sentence in another language than English names: "密码是 ...", "la contraseña es
// ...", "... ist das Kennwort". What stands there is judged as in English.
#pragma once

#include <span>
#include <string_view>

#include "redact/found.h"

namespace clew::redact {

// The words for a password, a token, a key that no English name begins like.
std::span<const std::string_view> foreign_words();

// What stands behind or before such a word.
void find_near_foreign_word(std::string_view text, Span word, FoundList& out);

// What stands behind an English name in such a sentence: "password 是 ...", "Passwort für das Wiki
// lautet ...". Returns whether anything does.
bool find_in_foreign_sentence(std::string_view text, Span name, FoundList& out);

}  // namespace clew::redact
