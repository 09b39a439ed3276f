// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/described.h"
#include "engine/call/arguments.h"
#include "engine/engine.h"
#include "keep/restore.h"

namespace clew {

// What came back from the keep.
struct Restored {
  std::string session;
  std::string file;     // its transcript, where it is now
  std::string machine;  // that had kept it; empty: this one
  std::string folder;   // the folder here that stands for its project; empty: that it always had
  RestoreReport report;
  bool doubtful = false;  // the keep is damaged: the end may be missing
};
template <>
inline constexpr auto kDescription<Restored> =
    describe("Restored", "what came back from the keep",
             field("session", "the session's id", &Restored::session),
             field("file", "its transcript, where it is now", &Restored::file),
             field("machine", "the other machine that had kept it", or_null(&Restored::machine)),
             field_if_any("folder", "the folder of this machine that stands for its project",
                          &Restored::folder),
             field("written", "files that were written",
                   through(&Restored::report, &RestoreReport::written)),
             field("same", "files that were there already, byte for byte",
                   through(&Restored::report, &RestoreReport::same)),
             field("differing", "files in whose place something else is, which stays",
                   through(&Restored::report, &RestoreReport::differing)),
             field("bytes", "bytes written", through(&Restored::report, &RestoreReport::bytes)),
             field_if_any("doubtful", "the keep is damaged, and something of it may be missing",
                          &Restored::doubtful));

// What the transcript of a session was at some time.
struct SessionVersion {
  std::int64_t number = 0;
  std::int64_t bytes = 0;
  TimeMs changed = kNoTime;
  bool shown = false;  // this is what is shown and restored
};
template <>
inline constexpr auto kDescription<SessionVersion> =
    describe("SessionVersion", "what a transcript was at some time",
             field("number", "for clew restore --number", &SessionVersion::number),
             field("bytes", "its size", &SessionVersion::bytes),
             field("changedAt", "the time of the file", as_time(&SessionVersion::changed)),
             field_if_any("shown", "this is what is shown and restored", &SessionVersion::shown));

// First the earliest. A file that only grows has one; each time it was cut or rewritten began
// another.
Result<std::vector<SessionVersion>> kept_versions(Engine& engine, const std::string& session);

Result<Restored> restore_answer(Engine& engine, const Arguments& arguments);

// An error when the session is only kept, and a part of its transcript is missing here.
Result<void> check_kept_whole(const Engine& engine, const NamedSession& session);

struct RestoreTarget {
  std::string to{};          // a folder that gets the folders of a root; empty: where it was
  std::string folder{};      // of this machine, that stands for its project; empty: its own
  std::int64_t version = 0;  // of the transcript; 0: the one that is shown
  bool whole = false;        // refused when a part of the transcript is missing here
};

// Brings the session at this place back with all that belongs to it. That of another machine goes
// below our first root. Refused when another transcript is there.
Result<Restored> restore_session(Engine& engine, const NamedSession& session,
                                 const RestoreTarget& target = {});

// The folder of this machine that stands for the project of a session of another one, which is
// `named`, or found; empty for a session of this machine.
Result<std::string> folder_to_restore_to(Engine& engine, const NamedSession& session,
                                         const std::string& named = {});

// Whether the transcript is in the keep alone.
bool is_only_kept(const Engine& engine, const std::string& path);
// Whether the same was emptied: the file is there, with nothing in it, and what is read is kept.
bool is_emptied(Engine& engine, const std::string& path);
// Whether it is in the team's store.
bool is_of_team(const Engine& engine, std::string_view path);
// Whether it must be brought to a folder of Claude Code first: it is only kept, was mirrored here,
// or is in the team's store.
bool is_not_for_claude(const Engine& engine, const std::string& path);

}  // namespace clew
