// SPDX-License-Identifier: MIT

#include "transcript/snapshots.h"

#include <algorithm>
#include <iterator>

namespace clew {
namespace {

bool same(const FileBackup& a, const FileBackup& b) {
  return a.backup == b.backup && a.version == b.version && a.time == b.time;
}

// Snapshots by the message they belong to, each message's in file order.
std::vector<std::int32_t> by_message(const Transcript& t) {
  std::vector<std::int32_t> order;
  for (std::size_t i = 0; i < t.snapshots.size(); ++i) {
    if (t.snapshots[i].message != kNoSymbol) order.push_back(static_cast<std::int32_t>(i));
  }
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return t.snapshots[static_cast<std::size_t>(a)].message <
           t.snapshots[static_cast<std::size_t>(b)].message;
  });
  return order;
}

}  // namespace

FileStates::FileStates(const Transcript& transcript, std::span<const EntryIndex> path)
    : t_(&transcript),
      place_(transcript.symbols.size(), 0),
      last_kept_(transcript.symbols.size(), 0) {
  const std::vector<std::int32_t> order = by_message(transcript);
  const auto message_of = [&](std::int32_t i) {
    return transcript.snapshots[static_cast<std::size_t>(i)].message;
  };
  Known known;
  std::int32_t place = 0;
  for (const EntryIndex index : path) {
    const Symbol message = transcript[index].uuid;
    ++place;
    if (message == kNoSymbol || place_[message] != 0) continue;
    place_[message] = place;
    auto snapshot = std::lower_bound(order.begin(), order.end(), message,
                                     [&](std::int32_t i, Symbol m) { return message_of(i) < m; });
    if (snapshot == order.end() || message_of(*snapshot) != message) continue;
    const std::size_t start = changes_.size();
    for (; snapshot != order.end() && message_of(*snapshot) == message; ++snapshot) {
      fold(*snapshot, place, known);
    }
    messages_.push_back(message);
    ranges_.push_back({start, changes_.size()});
  }
}

void FileStates::fold(std::int32_t index, std::int32_t place, Known& known) {
  const FileSnapshot& snapshot = t_->snapshots[static_cast<std::size_t>(index)];
  const bool amends = snapshot.is_update || snapshot.is_delta;
  std::int32_t& last = last_kept_[snapshot.snapshot_message];
  if (!amends || last == 0) {
    kept_.push_back({snapshot.snapshot_message, place, -1, {}});
    last = static_cast<std::int32_t>(kept_.size());
  }
  Kept& kept = kept_[static_cast<std::size_t>(last) - 1];
  if (snapshot.is_delta) {
    kept.deltas.push_back(index);
  } else {
    kept.full = index;
    kept.deltas.clear();
  }
  // An older prompt's snapshot says nothing new of what the files are now.
  if (&kept == &kept_.back()) note_changes(snapshot, known);
}

// Each file that a whole snapshot leaves out is dropped once, so the work is in proportion to what
// the snapshots hold.
void FileStates::note_changes(const FileSnapshot& snapshot, Known& known) {
  Known now;
  for (const FileBackup& file : snapshot.files) {
    const auto before = known.find(file.path);
    if (before == known.end()) {
      changes_.push_back({BackupChange::Kind::kAdded, file});
    } else if (!same(before->second, file)) {
      changes_.push_back({BackupChange::Kind::kChanged, file});
    }
    now[file.path] = file;
  }
  if (snapshot.is_delta) {
    for (const auto& [path, file] : now) known[path] = file;
    return;
  }
  for (const auto& [path, file] : known) {
    if (!now.contains(path)) changes_.push_back({BackupChange::Kind::kDropped, file});
  }
  known = std::move(now);
}

const FileStates::Kept* FileStates::kept_at(Symbol message) const {
  if (!is_on_path(message)) return nullptr;
  const auto behind =
      std::upper_bound(kept_.begin(), kept_.end(), place_[message],
                       [](std::int32_t place, const Kept& kept) { return place < kept.place; });
  return behind == kept_.begin() ? nullptr : &*std::prev(behind);
}

void FileStates::collect(const Kept& kept, State& state) const {
  const auto add = [&](std::int32_t index) {
    for (const FileBackup& file : t_->snapshots[static_cast<std::size_t>(index)].files) {
      state[t_->text(file.path)] = file;
    }
  };
  if (kept.full >= 0) add(kept.full);
  for (const std::int32_t delta : kept.deltas) add(delta);
}

FileStates::State FileStates::state_at(Symbol message) const {
  State state;
  if (const Kept* kept = kept_at(message)) collect(*kept, state);
  return state;
}

FileStates::State FileStates::rewind_to(Symbol message) const {
  if (!is_on_path(message)) return {};
  State state;
  const Kept* kept = kept_at(message);
  if (kept != nullptr) collect(*kept, state);
  const std::size_t next = kept == nullptr ? 0 : static_cast<std::size_t>(kept - kept_.data()) + 1;
  for (std::size_t i = next; i < kept_.size(); ++i) {
    State later;
    collect(kept_[i], later);
    state.insert(later.begin(), later.end());  // what is there already stays
  }
  return state;
}

std::optional<std::size_t> FileStates::snapshot_before(Symbol message) const {
  const Kept* kept = kept_at(message);
  if (kept == nullptr) return std::nullopt;
  return static_cast<std::size_t>(kept->place) - 1;
}

std::optional<std::size_t> FileStates::first_snapshot() const {
  if (kept_.empty()) return std::nullopt;
  return static_cast<std::size_t>(kept_.front().place) - 1;
}

std::span<const BackupChange> FileStates::changes_at(Symbol message) const {
  if (!is_on_path(message)) return {};
  // messages_ follows the order of the path, so it is sorted by place
  const auto found =
      std::lower_bound(messages_.begin(), messages_.end(), place_[message],
                       [&](Symbol m, std::int32_t place) { return place_[m] < place; });
  if (found == messages_.end() || *found != message) return {};
  const Changes range = ranges_[static_cast<std::size_t>(found - messages_.begin())];
  return {changes_.data() + range.start, changes_.data() + range.end};
}

std::string_view name_of(BackupChange::Kind kind) {
  switch (kind) {
    case BackupChange::Kind::kAdded:
      return "added";
    case BackupChange::Kind::kChanged:
      return "changed";
    case BackupChange::Kind::kDropped:
      return "dropped";
  }
  return "";
}

}  // namespace clew
