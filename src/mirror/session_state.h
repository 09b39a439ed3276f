// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <list>
#include <map>
#include <optional>
#include <string>

#include "base/result.h"
#include "mirror/batch.h"
#include "mirror/batch_journal.h"
#include "mirror/store_places.h"
#include "mirror/summary_note.h"
#include "os/durable_file_system.h"

namespace clew {

// What is known of a stored session: what its journal says, and what was read of its transcripts.
struct SessionState {
  JournalState journal;
  std::optional<FileInfo> journal_file;  // as it looked when it was read; nothing: there is none
  std::map<std::string, LineIds, std::less<>> ids;  // of transcripts that were appended to
  std::optional<SummaryNote> summary;
  std::uint64_t noted = 0;  // bytes of the main transcript that the note on the disk knows

  std::size_t weight() const;
};

// Keeps the states of some sessions in memory. A state is looked at only while the session's lock
// is held in this process; it is read again when the journal has changed, as another process does.
class SessionStates {
 public:
  SessionStates(const DurableFileSystem& files, const StorePlaces& places)
      : files_(files), places_(places) {}

  // The state as of now. Valid until the next call for a session of the same lock.
  Result<SessionState*> look(const StoreKey& key);
  // It must be read again.
  void drop(const StoreKey& key);

 private:
  struct Shelf {
    std::list<std::pair<std::string, SessionState>> states;  // the last used first
  };
  Result<SessionState> read(const StoreKey& key, const std::optional<FileInfo>& journal) const;
  void adopt(const StoreKey& key, SessionState& state) const;
  void adopt_below(const StoreKey& key, const PathBelow& folder, const std::string& path,
                   std::size_t depth, SessionState& state) const;
  void adopt_transcript(const PathBelow& place, const std::string& subpath,
                        SessionState& state) const;

  const DurableFileSystem& files_;
  const StorePlaces& places_;
  std::array<Shelf, StorePlaces::kLocks> shelves_;
};

// How many of the first `size` bytes are whole lines.
Result<std::uint64_t> whole_lines(const RandomAccessFile& file, std::uint64_t size);

}  // namespace clew
