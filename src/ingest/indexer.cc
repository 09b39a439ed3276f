// SPDX-License-Identifier: MIT
//
// Each thread reads files and builds a segment of its own in memory. When one is full, or at the
// end, it is encoded by that thread and written under a lock, in one transaction with the rows of
// the files it came from: writing is a tenth of the work, so one writer is enough. A file larger
// than a segment is committed in pieces, each with the place to go on from.
#include "ingest/indexer.h"

#include <array>
#include <map>
#include <mutex>
#include <optional>
#include <set>

#include "base/hash.h"
#include "catalog/layout/transcript_file.h"
#include "ingest/file_notes.h"
#include "ingest/giant_line.h"
#include "jsonl/line_reader.h"
#include "store/segment_builder.h"
#include "store/segment_merge.h"

namespace clew {
namespace {

// A size that no file has: the next run sees a file that grew, and goes on where this one stopped.
constexpr std::int64_t kLookAgain = -1;

constexpr std::int64_t kWindow = 4096;  // bytes hashed at either end of what is indexed

// Nothing when the file is shorter by now.
std::optional<std::uint64_t> hash_of(const RandomAccessFile& file, std::int64_t from,
                                     std::int64_t to) {
  std::array<char, kWindow> bytes;
  std::size_t done = 0;
  const auto want = static_cast<std::size_t>(to - from);
  while (done < want) {
    const auto count = file.read_at(from + static_cast<std::int64_t>(done),
                                    std::span(bytes.data() + done, want - done));
    if (!count || *count == 0) return std::nullopt;
    done += *count;
  }
  return hash_bytes({bytes.data(), want});
}

bool set_hashes(const RandomAccessFile& file, IndexedFile& row) {
  const auto head = hash_of(file, 0, std::min(row.indexed, kWindow));
  const auto tail = hash_of(file, std::max<std::int64_t>(row.indexed - kWindow, 0), row.indexed);
  if (!head || !tail) return false;
  row.head_hash = *head;
  row.tail_hash = *tail;
  return true;
}

bool still_holds(const RandomAccessFile& file, const IndexedFile& row) {
  IndexedFile now = row;
  return set_hashes(file, now) && now.head_hash == row.head_hash && now.tail_hash == row.tail_hash;
}

// The branches of a session that grew are found anew, by reading all of it, when that is quick, or
// when it grew by an eighth; else a search for its lines does it.
constexpr std::int64_t kSmallSession = 1 << 20;
bool worth_finding_branches(std::int64_t size, std::int64_t known_size) {
  if (size > kLargestWithBranches) return false;
  return size <= kSmallSession || size - known_size > size / 8;
}

// A file as far as it was read.
struct ReadFile {
  IndexedFile row;
  StoredLedger ledger;
  std::optional<StoredBranches> branches;  // none: what is kept stays
};

// What one thread works with, and what it has read and not yet written.
struct Batch {
  SegmentBuilder builder;
  std::vector<EncodedSegment> segments;  // finished before
  std::vector<ReadFile> files;
  std::vector<std::int64_t> removed;  // ids of rows that the new ones take the place of
  json::Parser parser;
  FileNotes notes;
};

class Update {
 public:
  Update(const FileSystem& files, IndexDatabase& database, const std::vector<IndexedFile>& known,
         const std::vector<TranscriptFile>& found, const IndexOptions& options)
      : files_(files), database_(database), known_(known), found_(found), options_(options) {}

  Result<IndexOutcome> run(const std::vector<SourceChange>& changes) {
    if (auto done = begin(changes); !done) return done.error();
    const auto order = large_first(
        changes.size(), [&](std::size_t i) { return bytes_to_read(changes[i], known_, found_); });
    // A thread is not worth starting for a few lines.
    constexpr std::int64_t kBytesPerThread = 4 << 20;
    const int threads = threads_for(progress_.bytes, kBytesPerThread, options_.threads);
    std::vector<Batch> batches(static_cast<std::size_t>(threads));
    parallel_for(
        std::ssize(order), threads,
        [&](std::int64_t i, int worker) {
          if (failed() || options_.stop.is_stopped()) return;
          const std::size_t at = order[static_cast<std::size_t>(i)];
          // New ids are in the order of the paths: so are the rows then, as they will be read.
          apply(changes[at], first_id_ + static_cast<std::int64_t>(at),
                batches[static_cast<std::size_t>(worker)]);
        },
        options_.stop);
    // What was begun when somebody said stop is not whole, and encoding it would take long.
    parallel_for(
        threads, threads, [&](std::int64_t i, int) { write(batches[static_cast<std::size_t>(i)]); },
        options_.stop);
    if (error_) return *error_;
    if (options_.stop.is_stopped())
      return Error{ErrorCode::kCancelled, "stopped; what was done is kept"};
    return std::move(outcome_);
  }

 private:
  Result<void> begin(const std::vector<SourceChange>& changes) {
    std::int64_t needed = 0;
    for (const SourceChange& change : changes) {
      progress_.bytes += bytes_to_read(change, known_, found_);
      ++needed;
    }
    progress_.files = needed;
    if (auto done = database_.begin(); !done) return done;
    auto first = database_.new_file_ids(needed);
    if (!first) {
      database_.roll_back();
      return first.error();
    }
    first_id_ = *first;
    return database_.commit();
  }

  bool failed() {
    const std::lock_guard lock(mutex_);
    return error_.has_value();
  }

  // The index itself is at fault: nothing more is done.
  void fail(const Error& error) {
    const std::lock_guard lock(mutex_);
    if (!error_) error_ = error;
  }

  void report(const std::string& path, const Error& error) {
    const std::lock_guard lock(mutex_);
    outcome_.findings.push_back({Finding::Kind::kUnreadable, path, error.message});
  }

  void count(std::int64_t IndexOutcome::*what) {
    const std::lock_guard lock(mutex_);
    ++(outcome_.*what);
  }

  void advance(std::int64_t files, std::int64_t bytes) {
    const std::lock_guard lock(mutex_);
    progress_.files_done += files;
    progress_.bytes_done += bytes;
    outcome_.bytes += bytes;
    if (options_.on_progress) options_.on_progress(progress_);
  }

  void apply(const SourceChange& change, std::int64_t new_id, Batch& batch) {
    if (change.kind == SourceChange::Kind::kGone) {
      batch.removed.push_back(known_[change.known].id);
      count(&IndexOutcome::gone);
      return advance(1, 0);
    }
    TranscriptFile source = found_[change.found];
    auto file = files_.open(source.path);
    if (!file) {
      // Gone since it was listed: the next run will see.
      if (file.error().code != ErrorCode::kNotFound) report(source.path, file.error());
      return advance(1, 0);
    }
    IndexedFile row;
    PassageReader reader;
    row.id = new_id;
    if (auto started = start_row(change, source, **file, batch, row, reader); !started) {
      if (started.error().code == ErrorCode::kCorrupt) return fail(started.error());
      return report(source.path, with_context(source.path + " could not be compared with the index",
                                              started.error()));
    }
    const auto facts = read_source_facts(files_, source);
    if (!facts) report(source.path, facts.error());
    row.set_place(source.path, source.root, source.key);
    row.session = source.session;
    row.project = source.project;
    row.is_agent = source.is_agent;
    row.device = source.info.device;
    row.inode = source.info.inode;
    read_lines(source, **file, facts.has_value(), batch, row, reader);
    advance(1, 0);
  }

  // The row to go on with, or a new one, which has its id already.
  Result<void> start_row(const SourceChange& change, const TranscriptFile& source,
                         const RandomAccessFile& file, Batch& batch, IndexedFile& row,
                         PassageReader& reader) {
    using Kind = SourceChange::Kind;
    const bool may_go_on = change.kind == Kind::kGrown || change.kind == Kind::kMoved;
    // A last line without an end would be read again.
    if (may_go_on && !known_[change.known].tail && still_holds(file, known_[change.known])) {
      row = known_[change.known];
      const auto [state, ledger] = [&] {
        const std::lock_guard lock(database_mutex_);
        return std::pair(database_.state_of(row), database_.ledger_of(row));
      }();
      if (!state) return state.error();
      if (!ledger) return ledger.error();
      reader.set_state(*state);
      // Rows of lines without ids are known by the file's name, so a moved file needs new ones.
      if (change.kind == Kind::kGrown) {
        batch.notes.go_on(source, *ledger);
      } else if (auto read = read_moved(source, file, row.indexed, batch); !read) {
        return read;
      }
      count(change.kind == Kind::kMoved ? &IndexOutcome::moved : &IndexOutcome::grown);
      return {};
    }
    batch.notes.start(source);
    if (change.known != SIZE_MAX) batch.removed.push_back(known_[change.known].id);
    count(change.kind == Kind::kNew ? &IndexOutcome::added : &IndexOutcome::rewritten);
    return {};
  }

  // What is beside the words, of the lines up to `end`.
  static Result<void> read_moved(const TranscriptFile& source, const RandomAccessFile& file,
                                 std::int64_t end, Batch& batch) {
    batch.notes.start(source);
    LineReader lines(file, {.end = end, .block_size = 1 << 18, .max_line = kMaxSearchedLine});
    for (;;) {
      auto line = lines.next();
      if (!line) return line.error();
      if (!*line) return {};
      const auto value = batch.parser.parse((*line)->text);
      batch.notes.add(**line, value ? LineFields(*value) : LineFields());
    }
  }

  // `whole`: everything about the file is known so far; else the next run looks again.
  void read_lines(const TranscriptFile& source, const RandomAccessFile& file, bool whole,
                  Batch& batch, IndexedFile& row, PassageReader& reader) {
    const std::int64_t start = row.indexed;
    // What is appended after the file was listed is left for the next run: the row then says
    // exactly what it was made from.
    LineReader lines(file, {.start = row.indexed,
                            .end = source.info.size,
                            .block_size = 1 << 18,
                            .max_line = kMaxSearchedLine});
    std::int64_t reported = start;
    for (;;) {
      auto line = lines.next();
      if (!line) {
        report(source.path, line.error());
        whole = false;
        break;
      }
      if (!*line) break;
      if ((*line)->too_long) {
        if (auto read = read_giant(file, **line, batch, row, reader); !read) {
          report(source.path, read.error());
          whole = false;
        }
      } else {
        const auto value = batch.parser.parse((*line)->text);
        const LineFields fields = value ? LineFields(*value) : LineFields();
        const std::vector<Passage>& passages = reader.read(fields);
        for (std::size_t part = 0; part < passages.size(); ++part)
          add(passages[part], part, reader.line(), **line, batch, row);
        const bool noted = batch.notes.add(**line, fields);
        if (!(*line)->terminated && (value || noted)) row.tail = true;
      }
      if (batch.builder.full() && (*line)->terminated) {
        if (options_.stop.is_stopped()) return;
        row.indexed = lines.position();
        row.size = kLookAgain;
        finish_row(file, batch, row, reader, std::nullopt);
        write(batch);
        advance(0, row.indexed - reported);
        reported = row.indexed;
        if (failed()) return;
      }
    }
    row.indexed = lines.position();
    row.size = whole && !lines.truncated() ? source.info.size : kLookAgain;
    row.mtime_ns = source.info.mtime_ns;
    row.ctime_ns = source.info.ctime_ns;
    finish_row(file, batch, row, reader, find_branches(source, file, batch, row.id));
    advance(0, source.info.size - reported);
  }

  // Nothing: what is kept stays.
  std::optional<StoredBranches> find_branches(const TranscriptFile& source,
                                              const RandomAccessFile& file, Batch& batch,
                                              std::int64_t id) {
    if (source.is_agent) return std::nullopt;
    if (auto map = batch.notes.take_branches()) {
      return StoredBranches{source.info.size, std::move(*map)};
    }
    std::int64_t known_size = 0;
    {
      const std::lock_guard lock(database_mutex_);
      const auto known = database_.branches_of(id);
      if (known) {
        known_size = known->size;
      } else if (known.error().code == ErrorCode::kCorrupt) {
        fail(known.error());
      }
    }
    if (!worth_finding_branches(source.info.size, known_size)) return std::nullopt;
    const auto transcript = read_transcript(file);
    if (!transcript) return std::nullopt;
    return StoredBranches{source.info.size, BranchMap(Tree(*transcript)).encode()};
  }

  void finish_row(const RandomAccessFile& file, Batch& batch, IndexedFile& row,
                  PassageReader& reader, std::optional<StoredBranches> branches) {
    if (!set_hashes(file, row)) row.size = kLookAgain;  // cut meanwhile
    row.state = reader.state();
    batch.files.push_back({row, batch.notes.ledger(), std::move(branches)});
  }

  // A line that is too long to be held. Only trouble with the disk is an error: a line that is no
  // JSON has nothing to be found, whatever its length.
  Result<void> read_giant(const RandomAccessFile& file, const Line& line, Batch& batch,
                          IndexedFile& row, PassageReader& reader) {
    if (line.length > UINT32_MAX) {
      ++row.skipped;
      batch.notes.add(line, {});
      return {};
    }
    const auto giant = GiantLine::open(file, line.offset, line.length, reader);
    const bool noted = batch.notes.add(line, giant ? giant->fields() : LineFields());
    if (!line.terminated && (giant || noted)) row.tail = true;
    if (!giant) return giant.error().code == ErrorCode::kIo ? giant.error() : Result<void>();
    return giant->each_passage([&](const Passage& passage, std::size_t part) {
      add(passage, part, reader.line(), line, batch, row);
      // Written with the row of the file, which knows no place inside of a line.
      if (batch.builder.full()) finish_segment(batch);
    });
  }

  static void add(const Passage& passage, std::size_t part, const PassageLine& about,
                  const Line& line, Batch& batch, IndexedFile& row) {
    Document document;
    document.file = static_cast<std::uint32_t>(row.id);
    document.second =
        about.time == kNoTime
            ? 0
            : static_cast<std::uint32_t>(std::clamp<TimeMs>(about.time / 1000, 0, UINT32_MAX));
    document.kind = document_kind(passage.role, passage.error);
    document.part = static_cast<std::uint16_t>(std::min<std::size_t>(part, UINT16_MAX));
    document.offset = line.offset;
    document.length = static_cast<std::uint32_t>(line.length);
    batch.builder.begin_document(document);
    batch.builder.add_text(passage.text);
    if (!passage.tool.empty()) batch.builder.add_mark(filter_term(kToolMark, passage.tool));
    for (const std::string& end : file_filter_terms(passage.file)) {
      batch.builder.add_mark(filter_term(kFileMark, end));
    }
    if (!about.model.empty()) batch.builder.add_mark(filter_term(kModelMark, about.model));
    if (!about.git_branch.empty())
      batch.builder.add_mark(filter_term(kBranchMark, about.git_branch));
    ++row.documents;
  }

  // One thread at a time: finishing takes twice the memory of gathering.
  void finish_segment(Batch& batch) {
    const std::lock_guard lock(finish_mutex_);
    batch.segments.push_back(batch.builder.finish());
  }

  void write(Batch& batch) {
    if (batch.files.empty() && batch.removed.empty()) return;
    if (!batch.builder.empty()) finish_segment(batch);
    std::int64_t documents = 0;
    for (const EncodedSegment& segment : batch.segments) documents += segment.documents;
    const std::lock_guard lock(database_mutex_);
    const auto done = [&]() -> Result<void> {
      if (auto begun = database_.begin(); !begun) return begun;
      for (const std::int64_t id : batch.removed) {
        if (auto removed = database_.remove_file(id); !removed) return removed;
      }
      for (const ReadFile& file : batch.files) {
        if (auto put = put_file(file); !put) return put;
      }
      for (EncodedSegment& segment : batch.segments) {
        if (auto added = database_.add_segment(std::move(segment)); !added) return added;
      }
      return database_.commit();
    }();
    if (!done) {
      database_.roll_back();
      fail(done.error());
    }
    const std::lock_guard outcome_lock(mutex_);
    if (done) outcome_.documents += documents;
    batch.segments.clear();
    batch.files.clear();
    batch.removed.clear();
  }

  Result<void> put_file(const ReadFile& file) {
    if (auto put = database_.put_file(file.row); !put) return put;
    if (auto put = database_.put_ledger(file.row, file.ledger); !put) return put;
    if (!file.branches) return {};
    return database_.put_branches(file.row.id, *file.branches);
  }

  const FileSystem& files_;
  IndexDatabase& database_;
  const std::vector<IndexedFile>& known_;
  const std::vector<TranscriptFile>& found_;
  const IndexOptions& options_;
  std::int64_t first_id_ = 0;  // of the new ones, one for each change
  std::mutex finish_mutex_;
  std::mutex database_mutex_;  // guards database_
  std::mutex mutex_;           // guards what follows; taken after database_mutex_
  IndexProgress progress_;
  IndexOutcome outcome_;
  std::optional<Error> error_;
};

}  // namespace

Result<IndexOutcome> update_index(const FileSystem& files, IndexDatabase& database,
                                  const std::vector<IndexedFile>& known,
                                  const std::vector<TranscriptFile>& found,
                                  const std::vector<SourceChange>& changes,
                                  const IndexOptions& options) {
  if (changes.empty()) return IndexOutcome{};
  return Update(files, database, known, found, options).run(changes);
}

Result<void> merge_small_segments(IndexDatabase& database) {
  // Tiers: up to eight segments of each size stand beside each other; merging eight of at most
  // 4,000 documents takes some 20 ms, and 32,000 is where they are left alone.
  constexpr std::size_t kMost = 8;
  auto segments = database.segments();
  if (!segments) return segments.error();
  for (const std::int64_t most_documents : {std::int64_t{500}, std::int64_t{4'000}}) {
    std::vector<SegmentInfo> small;
    for (const SegmentInfo& segment : *segments) {
      if (segment.documents <= most_documents) small.push_back(segment);
    }
    if (small.size() <= kMost) continue;
    auto files = database.files();
    if (!files) return files.error();
    std::set<std::int64_t> live;
    for (const IndexedFile& file : *files) live.insert(file.id);
    auto merged = merge_segments(database, small, live);
    if (!merged) return merged.error();
    auto done = [&]() -> Result<void> {
      if (auto begun = database.begin(); !begun) return begun;
      for (const SegmentInfo& segment : small) {
        if (auto removed = database.remove_segment(segment.id); !removed) return removed;
      }
      if (merged->documents > 0) {
        if (auto added = database.add_segment(std::move(*merged)); !added) return added;
      }
      return database.commit();
    }();
    if (!done) {
      database.roll_back();
      return done;
    }
    segments = database.segments();
    if (!segments) return segments.error();
  }
  return {};
}

Result<double> dead_share(IndexDatabase& database, const std::vector<IndexedFile>& files) {
  auto segments = database.segments();
  if (!segments) return segments.error();
  std::int64_t live = 0;
  std::int64_t all = 0;
  for (const IndexedFile& file : files) live += file.documents;
  for (const SegmentInfo& segment : *segments) all += segment.documents;
  return all == 0 ? 0.0 : 1.0 - static_cast<double>(live) / static_cast<double>(all);
}

}  // namespace clew
