// SPDX-License-Identifier: MIT
//
// What a session store has acknowledged of a session, one line of JSON for each batch. A batch is
// appended to its transcript and made safe on the disk, then its line is appended here and made
// safe; that is when it counts. Bytes of a transcript that no line speaks of are of an append that
// did not end: they are cut off before anything else is written. A line here that cannot be read
// did not end either, and is passed over. A journal that lost its beginning or whose last line is
// whole but unreadable was damaged by somebody else: it does not tell what counts.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/time.h"

namespace clew {

// One line: so much of a transcript counts, or nothing of it any more.
struct JournalRecord {
  std::string subpath{};  // empty: the main transcript
  std::uint64_t end = 0;  // bytes of the transcript with this batch
  TimeMs at = 0;          // when it was stored
  std::string batch{};    // key of the batch; empty: it had none
  Hash128 sum{};          // of its body as it came
  bool deleted = false;   // the transcript; of the main one: the whole session
};

// With its line end.
std::string journal_line(const JournalRecord& record);
// The first line names the session, whose file may have a name that does not tell.
std::string journal_head(std::string_view project, std::string_view session);

// What a journal says in the end.
struct JournalState {
  struct Transcript {
    std::uint64_t end = 0;
    TimeMs changed = 0;
    std::map<std::string, Hash128, std::less<>> batches{};  // by their keys
  };
  std::string session{};                                         // its id
  std::map<std::string, Transcript, std::less<>> transcripts{};  // by their subpaths
  bool deleted = false;  // the session, and not all of its files may be gone yet
  bool damaged = false;  // what it says of the ends of transcripts is not all that was acknowledged

  const Transcript* find(std::string_view subpath) const;
  void take(const JournalRecord& record);
};

JournalState read_journal(std::string_view text);

}  // namespace clew
