// SPDX-License-Identifier: MIT
//
// Sessions that the Claude Agent SDK mirrors here (docs/session-store.md). They lie in a folder
// that is laid out as a configuration folder of Claude Code, each line as it came, so that
// everything that reads sessions reads these too. What makes it a store lies beside it: a journal
// of what was acknowledged (batch_journal.h).
//
// An append is safe on the disk when it returns, and is there as a whole or not at all, whenever a
// process is killed. Any number of threads and processes may share a folder.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "mirror/batch.h"
#include "mirror/held_session.h"
#include "mirror/session_state.h"
#include "mirror/store_key.h"
#include "mirror/store_places.h"
#include "os/durable_file_system.h"

namespace clew {

// What an append did.
struct StoreAppend {
  std::int64_t lines = 0;  // that are new
  std::int64_t known = 0;  // that were there, by their uuids
  bool repeated = false;   // the whole batch was there: it was sent again
};

// A transcript to be read: so many bytes of the file, all of them whole lines.
struct StoredLines {
  std::unique_ptr<RandomAccessFile> file;
  std::uint64_t size = 0;
};

struct StoredSession {
  std::string id;
  TimeMs changed = 0;
  std::string summary{};  // as JSON; only of summaries()
};

class SessionStore {
 public:
  using Clock = std::function<TimeMs()>;

  // Makes the folder when it is missing. Borrows the files.
  static Result<std::unique_ptr<SessionStore>> open(DurableFileSystem& files, std::string folder,
                                                    Clock clock);

  const std::string& folder() const { return places_.folder(); }

  // `is_wanted` is asked right before anything is written: kCancelled when nobody waits for it any
  // more, and then nothing was. kInvalid when the batch's key was used for other lines.
  Result<StoreAppend> append(const TranscriptKey& key, const Batch& batch,
                             const std::function<bool()>& is_wanted);
  // Nothing when it was never written, or deleted.
  Result<std::optional<StoredLines>> load(const TranscriptKey& key);
  Result<std::vector<StoredSession>> sessions(std::string_view project);
  Result<std::vector<StoredSession>> summaries(std::string_view project);
  Result<std::vector<std::string>> subpaths(const StoreKey& key);
  // The main transcript takes the whole session with it. Gives the files that went, none when there
  // were none.
  Result<std::vector<std::string>> remove(const TranscriptKey& key);

  // Takes away what appends and deletions left that were cut short, of all sessions: others who
  // read the folder see it until then. `stopped` is asked between sessions.
  Result<void> tidy(const std::function<bool()>& stopped);

 private:
  struct Place {
    TranscriptKey key;
    PathBelow file;
  };

  SessionStore(DurableFileSystem& files, std::string folder, Clock clock)
      : files_(files),
        clock_(std::move(clock)),
        places_(std::move(folder)),
        locks_(files, places_),
        states_(files, places_) {}

  Result<StoreAppend> append_held(const Place& place, const Batch& batch);
  Result<void> settle(const Place& place, SessionState& state);
  Result<void> cut(const PathBelow& file, std::uint64_t size);
  Result<const LineIds*> known_ids(const Place& place, SessionState& state);
  Result<void> begin_journal(const StoreKey& key, SessionState& state);
  Result<void> write_batch(const Place& place, SessionState& state, std::string_view bytes);
  Result<void> note(const StoreKey& key, SessionState& state, const JournalRecord& record);
  void write_meta(const Place& place, const std::vector<std::string_view>& lines);
  void write_summary(const StoreKey& key, SessionState& state);
  Result<void> remove_transcript(const TranscriptKey& key, std::vector<std::string>& gone);
  Result<void> remove_all(const StoreKey& key, std::vector<std::string>& gone);
  Result<void> remove_below(const PathBelow& folder, std::vector<std::string>& gone);
  Result<void> remove_file(const PathBelow& file, std::vector<std::string>& gone);
  Result<void> tidy_session(const StoreKey& key);
  Result<void> settle_all(const StoreKey& key, SessionState& state);
  Result<void> remove_unknown(const PathBelow& folder, const std::set<std::string>& known);
  Result<std::vector<StoredSession>> list(std::string_view project, bool with_summaries);
  Result<std::optional<StoredSession>> row(const StoreKey& key, bool with_summary);
  Result<StoreKey> key_of(std::string_view project, const PlainName& file) const;
  Result<StoreKey> key_in_journal(const PathBelow& journal) const;
  Result<void> fold_summary(const StoreKey& key, SessionState& state);

  DurableFileSystem& files_;
  Clock clock_;
  StorePlaces places_;
  SessionLocks locks_;
  SessionStates states_;
};

}  // namespace clew
