// SPDX-License-Identifier: MIT
//
// What raw bytes tell before anything is decoded: whether a word that was found in them can matter.
#pragma once

#include <cstddef>
#include <string_view>

#include "redact/found.h"

namespace clew::redact {

enum class WordUse {
  kShape,    // secrets of some kind begin like this
  kInside,   // a fixed part of them stands later
  kTelling,  // a word near which there may be a secret
  kForeign,  // the same, in a language without blanks
  kAddress,  // "://": a password may follow
  kBlock,    // a private key
  kEscape,   // "\u00": letters may be hidden
  kAlways,   // what a user asked for
};

bool is_worth_a_look(std::string_view raw, Span word, WordUse use);

// Whether a secret may begin here: letters and digits before it do not go on, escapes and colours of a
// terminal aside.
bool is_left_edge(std::string_view text, std::size_t at);

}  // namespace clew::redact
