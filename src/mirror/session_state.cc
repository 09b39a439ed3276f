// SPDX-License-Identifier: MIT
#include "mirror/session_state.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/layout.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestJournal = std::int64_t{1} << 30;
constexpr std::size_t kMostWeight = std::size_t{1} << 15;  // for each lock
constexpr std::size_t kSessionWeight = 64;

bool is_as_seen(const std::optional<FileInfo>& then, const std::optional<FileInfo>& now) {
  if (!then || !now) return then.has_value() == now.has_value();
  return same_version(*then, *now);
}

}  // namespace

std::size_t SessionState::weight() const {
  std::size_t sum = kSessionWeight;
  for (const auto& [subpath, known] : ids) sum += known.size();
  for (const auto& [subpath, transcript] : journal.transcripts) sum += transcript.batches.size();
  return sum;
}

Result<SessionState*> SessionStates::look(const StoreKey& key) {
  auto& states = shelves_[StorePlaces::lock_of(key)].states;
  const std::string name = key.project_name().text() + "/" + key.session_name().text();
  std::optional<FileInfo> journal;
  if (const auto info = files_.info(places_.journal(key))) {
    journal = *info;
  } else if (info.error().code != ErrorCode::kNotFound) {
    return info.error();
  }
  const auto known = std::find_if(states.begin(), states.end(),
                                  [&name](const auto& one) { return one.first == name; });
  if (known != states.end()) states.splice(states.begin(), states, known);
  // Without a journal there is nothing to tell that the files changed.
  if (known != states.end() && journal && is_as_seen(known->second.journal_file, journal)) {
    return &states.front().second;
  }
  if (known != states.end()) states.pop_front();
  auto fresh = read(key, journal);
  if (!fresh) return fresh.error();
  states.emplace_front(name, std::move(*fresh));
  std::size_t weight = 0;
  const auto heavy = std::find_if(std::next(states.begin()), states.end(), [&weight](auto& one) {
    return (weight += one.second.weight()) > kMostWeight;
  });
  states.erase(heavy, states.end());
  return &states.front().second;
}

void SessionStates::drop(const StoreKey& key) {
  const std::string name = key.project_name().text() + "/" + key.session_name().text();
  shelves_[StorePlaces::lock_of(key)].states.remove_if(
      [&name](const auto& one) { return one.first == name; });
}

Result<SessionState> SessionStates::read(const StoreKey& key,
                                         const std::optional<FileInfo>& journal) const {
  SessionState state;
  if (!journal) {
    adopt(key, state);
    return state;
  }
  const auto text = read_file(files_, places_.journal(key).text(), kLargestJournal);
  if (!text) return text.error();
  state.journal = read_journal(*text);
  // A transcript has more than a damaged journal says: cutting that off would lose what was
  // acknowledged. So it counts, and whoever writes next begins a new journal.
  if (state.journal.damaged && !state.journal.deleted) {
    adopt(key, state);
  } else {
    state.journal_file = journal;
  }
  return state;
}

// Transcripts without a journal came from a backup or from the keep: what is whole of them counts.
void SessionStates::adopt(const StoreKey& key, SessionState& state) const {
  state.journal.session = key.session();
  adopt_transcript(places_.transcript(TranscriptKey(key)), {}, state);
  adopt_below(key, places_.session_folder(key), {}, kDeepestSubpath, state);
}

void SessionStates::adopt_below(const StoreKey& key, const PathBelow& folder,
                                const std::string& path, std::size_t depth,
                                SessionState& state) const {
  const auto entries = files_.list(folder);
  if (!entries || depth == 0) return;
  for (const DirEntry& entry : *entries) {
    const bool is_folder = entry.kind == FileKind::kDirectory;
    if (!is_folder && !is_transcript_name(entry.name)) continue;
    const auto step = part_of_name(is_folder ? std::string_view(entry.name) : stem(entry.name));
    if (!step) continue;
    if (is_folder) {
      adopt_below(key, folder / entry.name, path + *step + "/", depth - 1, state);
    } else {
      adopt_transcript(folder / entry.name, path + *step, state);
    }
  }
}

void SessionStates::adopt_transcript(const PathBelow& place, const std::string& subpath,
                                     SessionState& state) const {
  const auto info = files_.info(place);
  if (!info || info->kind != FileKind::kRegular) return;
  const auto file = files_.open(place.text());
  if (!file) return;
  const auto end = whole_lines(**file, static_cast<std::uint64_t>(info->size));
  if (!end || *end == 0) return;
  JournalState::Transcript& transcript = state.journal.transcripts[subpath];
  transcript.end = *end;
  transcript.changed = std::max(transcript.changed, info->mtime_ns / 1'000'000);
}

Result<std::uint64_t> whole_lines(const RandomAccessFile& file, std::uint64_t size) {
  constexpr std::uint64_t kBlock = 64 << 10;
  std::string block;
  while (size > 0) {
    const std::uint64_t from = size > kBlock ? size - kBlock : 0;
    block.resize(size - from);
    const auto count = file.read_at(static_cast<std::int64_t>(from), block);
    if (!count) return count.error();
    const std::size_t end = std::string_view(block).substr(0, *count).rfind('\n');
    if (end != std::string_view::npos) return from + end + 1;
    size = from;
  }
  return 0;
}

}  // namespace clew
