// SPDX-License-Identifier: MIT
//
// Deletion is said in the journal first, which makes it count, and then done. What was cut short on
// the way is done by the next who writes to the session, or by tidy().
#include <utility>

#include "catalog/layout/layout.h"
#include "mirror/agent_meta.h"
#include "mirror/session_store.h"

namespace clew {
namespace {}  // namespace

Result<std::vector<std::string>> SessionStore::remove(const TranscriptKey& key) {
  const StoreKey& session = key.session();
  const auto held = locks_.hold(session, SessionLocks::Reach::kEverywhere);
  if (!held) return held.error();
  std::vector<std::string> gone;
  const auto looked = states_.look(session);
  if (!looked) return looked.error();
  SessionState& state = **looked;
  const bool is_there = key.is_main() ? state.journal_file || !state.journal.transcripts.empty()
                                      : state.journal.find(key.subpath()) != nullptr;
  if (!is_there) return gone;
  auto done = begin_journal(session, state);
  const JournalRecord record{.subpath = key.subpath(), .at = clock_(), .deleted = true};
  if (done) done = note(session, state, record);
  if (done) {
    done = key.is_main() ? remove_all(session, gone) : remove_transcript(key, gone);
  }
  states_.drop(session);
  if (!done) return done.error();
  return gone;
}

Result<void> SessionStore::remove_transcript(const TranscriptKey& key,
                                             std::vector<std::string>& gone) {
  const PathBelow file = places_.transcript(key);
  if (auto done = remove_file(file, gone); !done) return done;
  return remove_file(agent_meta_place(file), gone);
}

// The journal last: as long as it is there, it says what is to be done.
Result<void> SessionStore::remove_all(const StoreKey& key, std::vector<std::string>& gone) {
  if (auto done = remove_file(places_.transcript(TranscriptKey(key)), gone); !done) return done;
  if (auto done = remove_below(places_.session_folder(key), gone); !done) return done;
  if (auto done = remove_file(places_.summary(key), gone); !done) return done;
  return remove_file(places_.journal(key), gone);
}

Result<void> SessionStore::remove_below(const PathBelow& folder, std::vector<std::string>& gone) {
  const auto entries = files_.list(folder);
  if (!entries) return is_missing(entries.error()) ? Result<void>() : entries.error();
  for (const DirEntry& entry : *entries) {
    const PathBelow place = folder / entry.name;
    const bool is_folder = entry.kind == FileKind::kDirectory;
    auto done = is_folder ? remove_below(place, gone) : remove_file(place, gone);
    if (!done) return done;
  }
  auto done = files_.remove(folder);
  return !done && is_missing(done.error()) ? Result<void>() : done;
}

Result<void> SessionStore::remove_file(const PathBelow& file, std::vector<std::string>& gone) {
  auto done = files_.remove(file);
  if (!done && is_missing(done.error())) return {};
  if (done) gone.push_back(file.text());
  return done;
}

Result<void> SessionStore::tidy(const std::function<bool()>& stopped) {
  const PathBelow all = places_.all_journals();
  const auto projects = files_.list(all);
  if (!projects) return is_missing(projects.error()) ? Result<void>() : projects.error();
  for (const DirEntry& project : *projects) {
    const auto journals = files_.list(all / project.name);
    if (!journals) return journals.error();
    for (const DirEntry& journal : *journals) {
      if (stopped()) return {};
      const auto key = key_in_journal(all / project.name / journal.name);
      if (!key) continue;
      if (auto done = tidy_session(*key); !done) return done;
    }
  }
  return {};
}

Result<void> SessionStore::tidy_session(const StoreKey& key) {
  const auto held = locks_.hold(key, SessionLocks::Reach::kEverywhere);
  if (!held) return held.error();
  const auto state = states_.look(key);
  if (!state) return state.error();
  std::vector<std::string> gone;
  auto done = (*state)->journal.deleted ? remove_all(key, gone) : settle_all(key, **state);
  if (!gone.empty() || !done) states_.drop(key);
  return done;
}

// All transcripts of a session: those that the journal knows, and those that it does not, or not
// any more, because an append or a deletion did not come to its end.
Result<void> SessionStore::settle_all(const StoreKey& key, SessionState& state) {
  const TranscriptKey main(key);
  if (auto done = settle({main, places_.transcript(main)}, state); !done) return done;
  std::vector<std::string> subpaths;
  for (const auto& [subpath, transcript] : state.journal.transcripts) {
    if (!subpath.empty()) subpaths.push_back(subpath);
  }
  std::set<std::string> known;
  for (const std::string& subpath : subpaths) {
    const auto agent = TranscriptKey::check(key, subpath);
    if (!agent) continue;
    const PathBelow file = places_.transcript(*agent);
    if (auto done = settle({*agent, file}, state); !done) return done;
    known.insert(file.text());
  }
  return remove_unknown(places_.session_folder(key), known);
}

Result<void> SessionStore::remove_unknown(const PathBelow& folder,
                                          const std::set<std::string>& known) {
  const auto entries = files_.list(folder);
  if (!entries) return is_missing(entries.error()) ? Result<void>() : entries.error();
  for (const DirEntry& entry : *entries) {
    const PathBelow place = folder / entry.name;
    Result<void> done;
    if (entry.kind == FileKind::kDirectory) {
      done = remove_unknown(place, known);
    } else if (is_transcript_name(entry.name) && !known.contains(place.text())) {
      done = files_.remove(place);
    }
    if (!done) return done;
  }
  return {};
}

}  // namespace clew
