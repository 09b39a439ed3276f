// SPDX-License-Identifier: MIT
//
// What raw bytes tell before anything is decoded: whether a word that was found in them can matter.
#pragma once

#include <cstddef>
#include <string_view>

#include "redact/found.h"

namespace clew::redact {

// What a word in the text may mean; one word may mean several things.
enum WordUse : unsigned {
  kShape = 1,           // secrets of some kind begin like this
  kInside = 2,          // a fixed part of them stands later
  kNamed = 4,           // a provider's name: a secret may follow
  kCommand = 1024,      // a command or an option: a password may follow
  kTelling = 8,         // a word near which there may be a secret
  kForeign = 16,        // the same, in another language than English
  kForeignForm = 2048,  // such a word as it is escaped: of raw bytes alone
  kPin = 4096,          // a number may follow
  kAddress = 32,        // "://": a password may follow
  kBlock = 64,          // a private key
  kDisguise = 128,      // what is seen may be something else
  kAlways = 256,        // what a user asked for
  kAnyCase = 512,       // not only as it is written in the table
};

// For these uses of the word at this place.
bool is_worth_a_look(std::string_view raw, Span word, unsigned uses);

// Whether a secret may begin here: letters and digits before it do not go on, escapes and colours
// of a terminal aside.
bool is_left_edge(std::string_view text, std::size_t at);

}  // namespace clew::redact
