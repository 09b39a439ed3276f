// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "catalog/layout/layout.h"
#include "json/writer.h"
#include "mirror/session_store.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestNote = 16 << 20;
constexpr std::size_t kLargestHead = 16 << 10;
constexpr auto kHere = SessionLocks::Reach::kHere;

}  // namespace

Result<std::optional<StoredLines>> SessionStore::load(const TranscriptKey& key) {
  const auto held = locks_.hold(key.session(), kHere);
  if (!held) return held.error();
  const auto state = states_.look(key.session());
  if (!state) return state.error();
  const auto* transcript = (*state)->journal.find(key.subpath());
  if (transcript == nullptr || transcript->end == 0) return std::optional<StoredLines>();
  auto file = files_.open(places_.transcript(key).text());
  if (!file && is_missing(file.error())) return std::optional<StoredLines>();
  if (!file) return file.error();
  const auto info = (*file)->info();
  if (!info) return info.error();
  // Somebody may have cut it by hand.
  std::uint64_t size = transcript->end;
  if (static_cast<std::uint64_t>(info->size) < size) {
    const auto whole = whole_lines(**file, static_cast<std::uint64_t>(info->size));
    if (!whole) return whole.error();
    size = *whole;
  }
  if (size == 0) return std::optional<StoredLines>();
  return std::optional(StoredLines{std::move(*file), size});
}

Result<std::vector<StoredSession>> SessionStore::sessions(std::string_view project) {
  return list(project, /*with_summaries=*/false);
}

Result<std::vector<StoredSession>> SessionStore::summaries(std::string_view project) {
  return list(project, /*with_summaries=*/true);
}

Result<std::vector<StoredSession>> SessionStore::list(std::string_view project,
                                                      bool with_summaries) {
  const auto name = check_project(project);
  if (!name) return name.error();
  std::vector<StoredSession> rows;
  const auto entries = files_.list(places_.project(*name));
  if (!entries && is_missing(entries.error())) return rows;
  if (!entries) return entries.error();
  for (const DirEntry& entry : *entries) {
    if (entry.kind != FileKind::kRegular || !is_transcript_name(entry.name)) continue;
    const auto key = key_of(project, entry.name);
    if (!key) continue;
    auto one = row(*key, with_summaries);
    if (!one) return one.error();
    if (*one) rows.push_back(std::move(**one));
  }
  return rows;
}

// The session whose transcript has this name; one that was cut does not tell, but its journal does.
Result<StoreKey> SessionStore::key_of(std::string_view project, const PlainName& file) const {
  const std::string name(stem(file));
  if (const auto id = part_of_name(name)) return StoreKey::check(project, *id);
  const auto journal = PlainName::from(name + ".log");
  return key_in_journal(places_.journals(name_of_part(project)) / *journal);
}

// As its first line says, which is never changed.
Result<StoreKey> SessionStore::key_in_journal(const PathBelow& journal) const {
  const auto file = files_.open(journal.text());
  if (!file) return file.error();
  std::string head(kLargestHead, '\0');
  const auto count = (*file)->read_at(0, head);
  if (!count) return count.error();
  head.resize(std::min(*count, head.find('\n')));
  json::Parser parser;
  const auto line = parser.parse_copy(head);
  if (!line) return line.error();
  return StoreKey::check((*line)["project"].string_or(""), (*line)["session"].string_or(""));
}

Result<std::optional<StoredSession>> SessionStore::row(const StoreKey& key, bool with_summary) {
  const auto held = locks_.hold(key, kHere);
  if (!held) return held.error();
  const auto state = states_.look(key);
  if (!state) return state.error();
  const auto* main = (*state)->journal.find({});
  if (main == nullptr || main->end == 0) return std::optional<StoredSession>();
  StoredSession row{.id = key.session(), .changed = main->changed};
  if (with_summary) {
    if (auto folded = fold_summary(key, **state); !folded) return folded.error();
    json::Writer out;
    (*state)->summary->summary.write(out);
    row.summary = out.take();
  }
  return std::optional(std::move(row));
}

Result<void> SessionStore::fold_summary(const StoreKey& key, SessionState& state) {
  const auto* main = state.journal.find({});
  if (!state.summary) {
    const auto note = read_file(files_, places_.summary(key).text(), kLargestNote);
    state.summary = note ? SummaryNote::decode(*note) : SummaryNote();
    if (state.summary->end > main->end) state.summary = SummaryNote();
    state.noted = state.summary->end;
  }
  if (state.summary->end == main->end) return {};
  const auto file = files_.open(places_.transcript(TranscriptKey(key)).text());
  if (!file && is_missing(file.error())) return {};
  if (!file) return file.error();
  if (!state.summary->fold(**file, main->end)) {
    state.summary.reset();
    return Error{ErrorCode::kIo, "the transcript of " + key.session() + " cannot be read"};
  }
  return {};
}

Result<std::vector<std::string>> SessionStore::subpaths(const StoreKey& key) {
  const auto held = locks_.hold(key, kHere);
  if (!held) return held.error();
  const auto state = states_.look(key);
  if (!state) return state.error();
  std::vector<std::string> subpaths;
  for (const auto& [subpath, transcript] : (*state)->journal.transcripts) {
    if (!subpath.empty() && transcript.end > 0) subpaths.push_back(subpath);
  }
  return subpaths;
}

}  // namespace clew
