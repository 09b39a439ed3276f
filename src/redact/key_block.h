// SPDX-License-Identifier: MIT
//
// Private keys in their armour: "-----BEGIN ... PRIVATE KEY-----", its lines of base64, an END
// line. The lines may begin with numbers or the signs of a diff, and either end may be missing.
#pragma once

#include <string_view>
#include <vector>

#include "redact/found.h"

namespace clew::redact {

inline constexpr std::string_view kKeyBlockWord = "private key";

struct KeyBlock {
  Span body;                 // from the first to the last character of the key itself
  std::vector<Span> pieces;  // its lines, without what stands before them
};

// The block whose BEGIN or END line has `word` at this place; without pieces if there is none.
KeyBlock key_block_at(std::string_view text, Span word);

// The lines of a key, given its body: whatever stands around each of them is left out.
std::vector<std::string_view> lines_of_key(std::string_view body);

// Whether a line of a key belongs to this key alone: the first lines of many keys are the same.
bool is_own_line(std::string_view line);

}  // namespace clew::redact
