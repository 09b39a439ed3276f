// SPDX-License-Identifier: MIT
//
// On which branch each line of a session is: what a search says of its hits. Finding it out takes
// the whole session, so an index keeps it with the file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "transcript/tree.h"

namespace clew {

enum class LineBranch : std::uint8_t {
  kUnknown,    // no line of the conversation
  kActive,     // what a resume goes on with, and all that a person saw on the way
  kAbandoned,  // left behind by an edited prompt or a rewind
  kSubagent,   // said by a subagent that wrote into the same file (CLI 1.0)
};

class BranchMap {
 public:
  BranchMap() = default;
  explicit BranchMap(const Tree& tree);

  // Of the line that begins at `offset` and has a uuid; of others it says what is around them.
  LineBranch at(std::int64_t offset) const;

  // A few bytes for each change of branch in the file; whoever stores them adds a checksum.
  std::string encode() const;
  // Nothing when the bytes make no sense, whatever they are.
  static std::optional<BranchMap> decode(std::string_view bytes);

 private:
  struct Run {
    std::int64_t offset = 0;  // of its first line
    LineBranch branch = LineBranch::kUnknown;
  };
  std::vector<Run> runs_;  // by offset
};

}  // namespace clew
