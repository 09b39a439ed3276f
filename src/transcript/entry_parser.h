// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "json/value.h"
#include "transcript/line_fields.h"
#include "transcript/transcript.h"

namespace clew {

// Turns lines into entries of one Transcript, the lines of a file and those that a running claude
// prints (stream-json) alike: what the two forms do differently is settled here and nowhere later.
// Never fails: a line that cannot be read becomes a finding, a field of the wrong kind is left
// out with one.
class EntryParser {
 public:
  explicit EntryParser(Transcript& transcript) : transcript_(transcript) {}

  struct Place {
    std::int64_t offset = 0;
    std::int64_t length = 0;
    std::int64_t line = 0;
    bool after_bom = false;
  };

  // `text` must be followed by json::kPadding readable bytes. Returns the entry, or kNoEntry.
  EntryIndex add(std::string_view text, const Place& place);
  // A line that somebody else has parsed already.
  EntryIndex add(const LineFields& line, const Place& place);

  // A line that is too large to be held: `text` is what json::Condenser made of it. A finding
  // says so.
  EntryIndex add_condensed(std::string_view text, const Place& place, const json::Repairs& repairs);
  // A line that somebody else could not parse.
  void add_unreadable(const Place& place, const Error& error);
  // A line that was not even read, because it is longer than the cap.
  void add_too_long(const Place& place);

 private:
  void report(Finding::Kind kind, const Place& place, std::string reason);

  Transcript& transcript_;
  json::Parser parser_;
};

}  // namespace clew
