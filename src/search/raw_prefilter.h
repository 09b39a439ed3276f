// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "search/query.h"

namespace clew {

// Looks at the bytes of a JSON line and says whether parsing it could be worth while. Never says no
// to a line that matches.
//
// Every passage that matches holds, for one group of the query, one of its alternatives; of each
// alternative a word is chosen (of a regular expression, the literals it needs one of), and its
// bytes must be in the line - in either case, because words of ASCII letters match no others
// (tokenizer.h) - unless the line writes characters as \u escapes.
class RawPrefilter {
 public:
  explicit RawPrefilter(const Query& query);

  bool may_match(std::string_view line) const;

  // Whether many lines can be looked at in one go, and where the first is that may match (npos:
  // there is none). With several words each go would look for the rare ones anew.
  bool can_find() const { return needles_.size() == 1; }
  std::size_t find(std::string_view lines) const { return find(needles_.front(), lines); }

 private:
  struct Needle {
    std::string text;      // lower case
    std::size_t rare = 0;  // places of two bytes that are seldom in transcripts
    std::size_t other = 0;
    bool ascii = true;
  };

  static std::size_t find(const Needle& needle, std::string_view text);

  std::vector<Needle> needles_;  // any of them
};

}  // namespace clew
