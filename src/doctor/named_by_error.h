// SPDX-License-Identifier: MIT
//
// What the error at the end of a session says about its lines. Where the lines alone show nothing
// wrong, a diagnosis promises, and a repair does, only what is found here.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "doctor/diagnosis.h"

namespace clew {

// Which lines an error is about.
struct NamedLines {
  bool any = false;               // there is something that a repair can act upon
  std::vector<EntryIndex> all{};  // every line that may be meant
  EntryIndex culprit = kNoEntry;  // the one that is, where the error counts messages
};
NamedLines lines_named_by(const LastError& error, Defect defect, const Patient& patient,
                          const ChosenPath& path);

// "Tool reference 'X' not found": X.
std::string_view tool_named_by(std::string_view error);

// "... 104 images > 100": 100.
std::optional<std::int64_t> media_limit_in(std::string_view error);

// "prompt is too long: 210000 tokens > 200000 maximum".
struct TokenCounts {
  std::int64_t sent = 0;
  std::int64_t most = 0;
};
std::optional<TokenCounts> token_counts_in(std::string_view error);

// The bytes of all that a conversation sends: messages and attachments.
std::int64_t content_bytes(const Patient& patient, const std::vector<EntryIndex>& chain);
std::int64_t content_bytes(std::string_view line, const Entry& entry);

// A token is about so many bytes of text.
inline constexpr std::int64_t kBytesOfToken = 4;

}  // namespace clew
