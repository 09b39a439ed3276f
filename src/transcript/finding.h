// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace clew {

// Something odd about what was read, that keeps the picture from being whole or that a person
// should know. Never an error: the answer comes all the same, with these beside it.
struct Finding {
  enum class Kind : std::uint8_t {
    // about a line
    kBadLine,           // not JSON: cut, torn, merged
    kNotAnObject,       // valid JSON, but not an object
    kTooLong,           // too large to be held: read with its long texts cut, or skipped
    kTooDeep,           // nested too deeply to be followed
    kRepaired,          // read after mending (lone surrogates, invalid UTF-8, huge numbers)
    kWrongKind,         // a known field holds another kind of value than it should
    kDuplicateKey,      // a known field is there twice: the last counts
    kDuplicateUuid,     // a uuid is on two lines: the last content counts, at the first place
    kMissingParent,     // parentUuid names a line that is not in the file
    kCycle,             // parents that lead back to themselves
    kOrphanResult,      // a tool result whose call is not in the file
    kUnanswered,        // a tool call without a result
    kImpossibleFigure,  // a count of tokens or an amount of money that cannot be: left out
    // about a file or folder
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
    kRebuilt,          // a file of ours that was of no use any more: made anew
  };
  Kind kind = Kind::kUnreadable;
  std::string path;          // empty: the one transcript that was asked for
  std::string reason;        // one sentence for people, with the path in it where that matters
  std::int64_t line = 0;     // from 1; 0: not about a line, or its number is not known
  std::int64_t offset = -1;  // where the line begins, in bytes; -1: not known
  std::int64_t length = 0;   // its bytes
};

using Findings = std::vector<Finding>;

std::string_view name_of(Finding::Kind kind);  // "bad-line", "unreadable", ...
constexpr Finding::Kind last_of(Finding::Kind) { return Finding::Kind::kRebuilt; }

}  // namespace clew
