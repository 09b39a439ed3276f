// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Something met on the disk that keeps the picture from being whole, or that a person should know.
// Never an error: the list comes all the same, with these beside it.
struct Finding {
  enum class Kind {
    kNoRoot,           // a configuration folder that is not there, or is none
    kUnreadable,       // a file or folder that may not, or cannot, be read
    kVanished,         // was there a moment ago
    kBrokenLink,       // leads nowhere, or in a circle
    kSameFolderTwice,  // two names for one project folder: read once
    kNotAnId,          // a transcript with a name that cannot be a session id ("...jsonl")
    kNotAUuid,         // a transcript that is not named by a session id: left out of the list
    kSameIdTwice,      // one session id in two projects: both are listed
    kNoConversation,   // a transcript with nothing to show: left out of the list
    kDamaged,          // a file of ours or of the CLI that cannot be understood
  };
  Kind kind = Kind::kUnreadable;
  std::string path;
  std::string message;  // one sentence for people, with the path in it where that matters
};

using Findings = std::vector<Finding>;

std::string_view name_of(Finding::Kind kind);  // "no-root", "unreadable", ...
constexpr Finding::Kind last_of(Finding::Kind) { return Finding::Kind::kDamaged; }

}  // namespace clew
