// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "transcript/transcript.h"

namespace clew {

// What one message changed in what is known of the tracked files.
struct BackupChange {
  enum class Kind : std::uint8_t { kAdded, kChanged, kDropped };
  Kind kind = Kind::kAdded;
  FileBackup file;  // as it is now; of a dropped one as it was
};
std::string_view name_of(BackupChange::Kind kind);  // "added", "changed", "dropped"
constexpr BackupChange::Kind last_of(BackupChange::Kind) { return BackupChange::Kind::kDropped; }

// The tracked files along one way through a transcript.
//
// The CLI writes a snapshot with every prompt: each tracked file as it was when the prompt was
// sent. Before a tool touches a further file, that file's state is added to the snapshot of the
// prompt it works for: by an update that repeats the whole snapshot (2.0 on), or by a delta that
// names the one file (2.1.220 on). So what is known of a prompt's files may be written long after
// it; updates and deltas replace what they amend, and only lines that belong to messages of the
// way count.
//
// Holds places in the transcript, which must outlive it, never copies of whole states.
class FileStates {
 public:
  using State = std::map<std::string_view, FileBackup>;  // by path

  FileStates(const Transcript& transcript, std::span<const EntryIndex> path);

  // The files at this message: the snapshot in force there, with everything that later messages of
  // the path added to it. For a message inside a turn that is the state from before the turn's own
  // changes, the last that has a backup. Empty before the first snapshot and for messages that are
  // not on the path.
  State state_at(Symbol message) const;

  // What going back to this message would put in place: state_at, and for files that are tracked
  // only since a later message their earliest backup, for until then nothing touched them.
  State rewind_to(Symbol message) const;

  // What the lines of this message changed in what is known, in their order: against the message
  // before it that said anything. A file that stays as it was is no change.
  std::span<const BackupChange> changes_at(Symbol message) const;

  // Where on the path the snapshot in force at this message stands; nothing before the first one.
  std::optional<std::size_t> snapshot_before(Symbol message) const;
  // Where the first one stands; nothing where there is none.
  std::optional<std::size_t> first_snapshot() const;

  // The messages that a snapshot, update or delta belongs to, in the order of the path.
  const std::vector<Symbol>& messages() const { return messages_; }

 private:
  // One prompt's snapshot: the line that gives all files, and deltas since.
  struct Kept {
    Symbol message = kNoSymbol;  // whose files these are
    std::int32_t place = 0;      // on the path
    std::int32_t full = -1;      // index into Transcript::snapshots; -1: only deltas
    std::vector<std::int32_t> deltas;
  };
  struct Changes {
    std::size_t start = 0;
    std::size_t end = 0;
  };

  using Known = std::map<Symbol, FileBackup>;  // while folding: the newest word on each file

  void fold(std::int32_t snapshot, std::int32_t place, Known& known);
  void note_changes(const FileSnapshot& snapshot, Known& known);
  bool is_on_path(Symbol message) const {
    return message != kNoSymbol && message < place_.size() && place_[message] != 0;
  }
  const Kept* kept_at(Symbol message) const;
  void collect(const Kept& kept, State& state) const;

  const Transcript* t_;
  std::vector<std::int32_t> place_;      // by symbol: place on the path plus one
  std::vector<Kept> kept_;               // in the order of the path
  std::vector<std::int32_t> last_kept_;  // by symbol of a snapshot's message: index plus one
  std::vector<BackupChange> changes_;
  std::vector<Symbol> messages_;
  std::vector<Changes> ranges_;  // of messages_
};

}  // namespace clew
