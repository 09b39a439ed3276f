// SPDX-License-Identifier: MIT
#include "mirror/session_store.h"

#include <algorithm>
#include <utility>

#include "jsonl/line_reader.h"
#include "jsonl/line_stream.h"
#include "mirror/agent_meta.h"

namespace clew {
namespace {

constexpr std::int64_t kLargestCopy = std::int64_t{4} << 30;
constexpr std::uint64_t kSummaryStep = 64 << 10;  // bytes of a transcript until it is noted again

// The lines of a batch that are not there yet.
struct FreshLines {
  std::vector<std::string_view> lines;
  LineIds ids;
  std::int64_t known = 0;
};

FreshLines fresh_lines(const Batch& batch, const LineIds& known) {
  FreshLines fresh;
  for (const BatchLine& line : batch.lines) {
    if (line.id && (known.contains(*line.id) || !fresh.ids.insert(*line.id).second)) {
      ++fresh.known;
    } else {
      fresh.lines.push_back(line.text);
    }
  }
  return fresh;
}

// Of a line that was stored.
std::optional<LineId> id_of_line(const RandomAccessFile& file, const Line& line,
                                 json::Parser& parser) {
  if (!line.too_long) {
    const auto value = parser.parse(line.text);
    return value ? line_id(*value) : std::nullopt;
  }
  LineIdFinder finder;
  if (!stream_line(file, line.offset, line.length, finder)) return std::nullopt;
  return finder.id();
}

// Lines as a file has them. They come so, as a rule, and a large batch is not copied then.
class JoinedLines {
 public:
  JoinedLines(const std::vector<std::string_view>& lines, std::string_view body) {
    const char* next = lines.front().data();
    const char* const end = body.data() + body.size();
    for (const std::string_view line : lines) {
      const bool follows = line.data() == next && line.data() + line.size() < end &&
                           line.data()[line.size()] == '\n';
      if (!follows) {
        join(lines);
        return;
      }
      next = line.data() + line.size() + 1;
    }
    bytes_ = {lines.front().data(), static_cast<std::size_t>(next - lines.front().data())};
  }
  JoinedLines(const JoinedLines&) = delete;
  JoinedLines& operator=(const JoinedLines&) = delete;

  std::string_view bytes() const { return bytes_; }

 private:
  void join(const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) copy_.append(line).push_back('\n');
    bytes_ = copy_;
  }

  std::string copy_;
  std::string_view bytes_;
};

}  // namespace

Result<std::unique_ptr<SessionStore>> SessionStore::open(DurableFileSystem& files,
                                                         std::string folder, Clock clock) {
  if (auto made = files.create_directories(folder); !made) return made.error();
  std::unique_ptr<SessionStore> store(new SessionStore(files, std::move(folder), std::move(clock)));
  const StorePlaces& places = store->places_;
  if (auto made = files.create_directories(places.projects()); !made) return made.error();
  if (auto made = files.create_directories(places.lock(0).parent()); !made) return made.error();
  return store;
}

Result<StoreAppend> SessionStore::append(const TranscriptKey& key, const Batch& batch,
                                         const std::function<bool()>& is_wanted) {
  if (batch.lines.empty()) return StoreAppend{};
  const auto held = locks_.hold(key.session(), SessionLocks::Reach::kEverywhere);
  if (!held) return held.error();
  if (!is_wanted()) {
    return Error{ErrorCode::kCancelled, "nobody waits for this batch any more; it was not stored"};
  }
  auto done = append_held({key, places_.transcript(key)}, batch);
  // What is on the disk now may be anything in between.
  if (!done) states_.drop(key.session());
  return done;
}

Result<StoreAppend> SessionStore::append_held(const Place& place, const Batch& batch) {
  const StoreKey& session = place.key.session();
  const std::string& subpath = place.key.subpath();
  const auto looked = states_.look(session);
  if (!looked) return looked.error();
  SessionState& state = **looked;
  if (state.journal.deleted) {
    std::vector<std::string> gone;
    if (auto removed = remove_all(session, gone); !removed) return removed.error();
    state = {};
  }
  if (auto settled = settle(place, state); !settled) return settled.error();
  if (const auto* transcript = state.journal.find(subpath); transcript && !batch.key.empty()) {
    const auto sent = transcript->batches.find(batch.key);
    if (sent != transcript->batches.end()) {
      const bool same = sent->second.low == batch.sum.low && sent->second.high == batch.sum.high;
      if (same) return StoreAppend{.repeated = true};
      return Error{ErrorCode::kInvalid,
                   "the key of this batch was used for another one; nothing was stored"};
    }
  }
  const auto known = known_ids(place, state);
  if (!known) return known.error();
  FreshLines fresh = fresh_lines(batch, **known);
  const StoreAppend report{.lines = std::ssize(fresh.lines), .known = fresh.known};
  if (fresh.lines.empty()) return report;
  if (auto begun = begin_journal(session, state); !begun) return begun.error();
  const JoinedLines joined(fresh.lines, batch.body);
  if (auto written = write_batch(place, state, joined.bytes()); !written) return written.error();
  const auto* before = state.journal.find(subpath);
  const JournalRecord record{.subpath = subpath,
                             .end = (before ? before->end : 0) + joined.bytes().size(),
                             .at = std::max(clock_(), before ? before->changed + 1 : 0),
                             .batch = batch.key,
                             .sum = batch.sum};
  if (auto noted = note(session, state, record); !noted) return noted.error();
  state.ids[subpath].merge(fresh.ids);
  if (place.key.is_main()) {
    write_summary(session, state);
  } else {
    write_meta(place, fresh.lines);
  }
  return report;
}

// Makes the file what the journal says that it is, or believes the file where it has less: somebody
// cut it, or deleted it by hand.
Result<void> SessionStore::settle(const Place& place, SessionState& state) {
  const auto known = state.journal.transcripts.find(place.key.subpath());
  const std::uint64_t end = known == state.journal.transcripts.end() ? 0 : known->second.end;
  const auto info = files_.info(place.file);
  if (!info && !is_missing(info.error())) return info.error();
  const std::uint64_t size = info ? static_cast<std::uint64_t>(info->size) : 0;
  if (size == end) return {};
  if (size > end) return cut(place.file, end);
  std::uint64_t whole = 0;
  if (info) {
    const auto file = files_.open(place.file.text());
    if (!file) return file.error();
    const auto lines = whole_lines(**file, size);
    if (!lines) return lines.error();
    whole = *lines;
  }
  state.ids.erase(place.key.subpath());
  state.summary.reset();
  state.noted = 0;
  known->second.end = whole;
  if (whole == 0) known->second.batches.clear();
  return whole < size ? cut(place.file, whole) : Result<void>();
}

// The first bytes of a file, as a file: an append that was cut short left more.
Result<void> SessionStore::cut(const PathBelow& file, std::uint64_t size) {
  std::string bytes;
  if (size > 0) {
    const auto open = files_.open(file.text());
    if (!open) return open.error();
    if (size > kLargestCopy) {
      return Error{ErrorCode::kUnsupported, file.text() + " is too large to be mended"};
    }
    bytes.resize(size);
    const auto count = (*open)->read_at(0, bytes);
    if (!count) return count.error();
    bytes.resize(*count);
  }
  return files_.write_file_atomic(file.text(), bytes);
}

Result<const LineIds*> SessionStore::known_ids(const Place& place, SessionState& state) {
  const std::string& subpath = place.key.subpath();
  if (const auto known = state.ids.find(subpath); known != state.ids.end()) return &known->second;
  LineIds ids;
  const auto* transcript = state.journal.find(subpath);
  if (transcript != nullptr && transcript->end > 0) {
    const auto file = files_.open(place.file.text());
    if (!file) return file.error();
    LineReader lines(**file,
                     {.end = static_cast<std::int64_t>(transcript->end), .max_line = kGiantLine});
    json::Parser parser;
    for (;;) {
      const auto line = lines.next();
      if (!line) return line.error();
      if (!*line) break;
      if (const auto id = id_of_line(**file, **line, parser)) ids.insert(*id);
    }
  }
  return &(state.ids[subpath] = std::move(ids));
}

// Before the first byte of a session: a transcript without a journal counts as it is.
Result<void> SessionStore::begin_journal(const StoreKey& key, SessionState& state) {
  if (state.journal_file) return {};
  const PathBelow journal = places_.journal(key);
  if (auto made = files_.create_directories(journal.parent()); !made) return made;
  // A damaged one. Between here and the new one the transcripts count as they are.
  if (auto gone = files_.remove(journal); !gone && !is_missing(gone.error())) return gone;
  std::string text = journal_head(key.project(), key.session());
  for (const auto& [subpath, transcript] : state.journal.transcripts) {
    const auto at = transcript.changed;
    text += journal_line({.subpath = subpath, .end = transcript.end, .at = at});
    for (const auto& [batch, sum] : transcript.batches) {
      text += journal_line(
          {.subpath = subpath, .end = transcript.end, .at = at, .batch = batch, .sum = sum});
    }
  }
  if (auto made = files_.create_file(journal, text); !made) return made;
  state.journal.session = key.session();
  const auto info = files_.info(journal);
  if (!info) return info.error();
  state.journal_file = *info;
  return {};
}

Result<void> SessionStore::write_batch(const Place& place, SessionState& state,
                                       std::string_view bytes) {
  const auto* transcript = state.journal.find(place.key.subpath());
  if (transcript == nullptr || transcript->end == 0) {
    if (auto made = files_.create_directories(place.file.parent()); !made) return made;
    if (auto made = files_.create_file(place.file, {}); !made) {
      if (made.error().code != ErrorCode::kInvalid) return made;  // it is there, and empty
    }
  }
  auto done = files_.append(place.file, bytes, AppendAt::kEnd);
  if (done) done = files_.sync(place.file);
  if (done) return done;
  // Best now; else whoever writes next does it.
  static_cast<void>(settle(place, state));
  return done;
}

Result<void> SessionStore::note(const StoreKey& key, SessionState& state,
                                const JournalRecord& record) {
  const PathBelow journal = places_.journal(key);
  auto done = files_.append(journal, journal_line(record), AppendAt::kNewLine);
  if (done) done = files_.sync(journal);
  if (!done) return done;
  const auto info = files_.info(journal);
  if (!info) return info.error();
  state.journal.take(record);
  state.journal_file = *info;
  return {};
}

// What fails here costs nobody a line.
void SessionStore::write_meta(const Place& place, const std::vector<std::string_view>& lines) {
  json::Parser parser;
  for (const std::string_view line : lines) {
    if (!may_be_agent_meta(line)) continue;
    const auto value = parser.parse_copy(line);
    const auto meta = value ? agent_meta_of(*value) : std::nullopt;
    if (!meta) continue;
    static_cast<void>(files_.write_file_atomic(agent_meta_place(place.file).text(), *meta));
  }
}

void SessionStore::write_summary(const StoreKey& key, SessionState& state) {
  const auto* main = state.journal.find({});
  if (main == nullptr || main->end < state.noted + kSummaryStep) return;
  if (!fold_summary(key, state)) return;
  const PathBelow place = places_.summary(key);
  if (!files_.create_directories(place.parent())) return;
  if (files_.write_file_atomic(place.text(), state.summary->encode())) state.noted = main->end;
}

}  // namespace clew
