// SPDX-License-Identifier: MIT

#include "engine/search/search_index.h"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <optional>

#include "os/paths.h"
#include "store/checksum.h"
#include "store/index_files.h"
#include "store/index_verify.h"

namespace clew {
namespace {

// A query brings the index up to date by itself when no more than this changed: some 20 ms.
// What an answer waits for: some tenths of a second. More is left to `clew index`.
constexpr std::int64_t kMostCaughtUp = std::int64_t{32} << 20;
constexpr std::int64_t kLittleBytes = 2 << 20;
constexpr std::size_t kLittleFiles = 64;

// What is read anew, by the way, for an index that turned out to be damaged: some 4 seconds.
constexpr std::int64_t kMostMended = std::int64_t{1} << 30;

constexpr double kMostDead = 0.5;  // then building anew is better than dragging it along

std::string lock_path(const Engine& engine) { return index_path(engine) + ".lock"; }

// All files, and the folders that had to be listed for them.
struct ListedTree {
  SourceFiles sources;
  std::vector<FolderState> folders;
};

ListedTree list_tree(const Engine& engine) {
  FolderRecorder recorder(engine.files(), engine.options().now);
  ListedTree tree;
  tree.sources = find_source_files(recorder, engine.roots().paths, default_threads());
  tree.folders = recorder.take();
  return tree;
}

// Whether the index has a row for each file that was found, and no other.
bool has_all(const std::vector<IndexedFile>& known, const std::vector<TranscriptFile>& found,
             const std::vector<std::string>& roots) {
  std::size_t f = 0;
  for (const IndexedFile& file : known) {
    if (!is_below(file, roots)) continue;
    if (f == found.size() || found[f].path != file.path) return false;
    ++f;
  }
  return f == found.size();
}

// Keeps the roster if the index has all that is in it, so that folders need not be listed again. If
// that fails they will be.
void keep_roster(IndexDatabase& database, const std::vector<std::string>& roots,
                 const ListedTree& tree, const std::vector<IndexedFile>& known) {
  if (!tree.sources.findings.empty() || !has_all(known, tree.sources.files, roots)) return;
  if (!database.begin()) return;
  for (const std::string& root : roots) {
    const auto parts = make_roster(root, tree.folders, known);
    if (!parts || !database.put_roster(root, *parts)) return database.roll_back();
  }
  if (!database.commit()) database.roll_back();
}

// The rows of what changed, in its order. kNotFound when one is missing: the roster is older.
Result<std::vector<IndexedFile>> read_rows(const Roster& roster, const TreeCheck& check,
                                           IndexDatabase& database) {
  std::vector<IndexedFile> rows;
  for (const TreeCheck::Changed& one : check.changed) {
    const RosterPart& part = roster.parts[one.part];
    auto row = database.file_at(resolve_path(part.folder, part.files[one.file].name));
    if (!row) return row.error();
    if (!*row) return Error{ErrorCode::kNotFound, "a file is no longer in the index"};
    rows.push_back(std::move(**row));
  }
  return rows;
}

// The same where the roster is of the same moment.
Result<std::vector<IndexedFile>> read_rows_of_now(const Roster& roster, const TreeCheck& check,
                                                  IndexDatabase& database) {
  auto rows = read_rows(roster, check, database);
  if (!rows && rows.error().code == ErrorCode::kNotFound)
    return damaged_index("a file of the roster has no row");
  return rows;
}

std::vector<TranscriptFile> sources_of(const std::vector<IndexedFile>& rows,
                                       const TreeCheck& check) {
  std::vector<TranscriptFile> sources;
  for (std::size_t i = 0; i < rows.size(); ++i)
    sources.push_back(source_of(rows[i], check.changed[i].now));
  return sources;
}

// Where no name came or went and a few files grew: these, without a look at all the others'
// rows. Nothing when it is not so. When nothing changed at all the person may want the index looked
// at, so that is not done here.
Result<std::optional<IndexOutcome>> update_changed(Engine& engine, IndexDatabase& database,
                                                   const IndexOptions& options) {
  const auto roster = database.roster(engine.roots().paths);
  if (!roster) return roster.error();
  const TreeCheck check = check_tree(engine.files(), *roster, default_threads());
  if (!check.same_folders || check.changed.empty() || check.changed.size() > kLittleFiles)
    return std::optional<IndexOutcome>();
  const auto known = read_rows_of_now(*roster, check, database);
  if (!known) return known.error();
  const std::vector<TranscriptFile> found = sources_of(*known, check);
  const std::vector<SourceChange> changes = plan_changes_of(*known, found);
  // A file that is read anew gets another id, and the roster is forgotten.
  const bool only_grown = std::all_of(changes.begin(), changes.end(), [](const auto& change) {
    return change.kind == SourceChange::Kind::kGrown;
  });
  if (!only_grown) return std::optional<IndexOutcome>();
  auto outcome = update_index(engine.files(), database, *known, found, changes, options);
  if (!outcome) return outcome.error();
  return std::optional(std::move(*outcome));
}

Result<IndexOutcome> update_all(Engine& engine, IndexDatabase& database,
                                const std::vector<IndexedFile>& known,
                                const IndexOptions& options) {
  const std::vector<std::string>& roots = engine.roots().paths;
  const ListedTree tree = list_tree(engine);
  if (engine.stop().is_stopped()) return Error{ErrorCode::kCancelled, "cancelled"};
  const std::vector<TranscriptFile>& found = tree.sources.files;
  auto outcome = update_index(engine.files(), database, known, found,
                              plan_changes(known, found, roots), options);
  if (!outcome) return outcome;
  const auto now = database.files();
  if (!now) return now.error();
  keep_roster(database, roots, tree, *now);
  return outcome;
}

// The rows, and an empty index in place of one that is mostly of no use.
Result<std::vector<IndexedFile>> read_or_replace(const std::string& path,
                                                 std::unique_ptr<IndexDatabase>& database,
                                                 Findings& findings) {
  auto known = database->files();
  if (!known) return known;
  const auto dead = dead_share(*database, *known);
  if (!dead || *dead <= kMostDead) return known;
  database.reset();
  if (auto removed = remove_index(path); !removed) return removed.error();
  auto fresh = IndexDatabase::open_to_write(path);
  if (!fresh) return fresh.error();
  database = std::move(*fresh);
  findings.push_back({Finding::Kind::kRebuilt, path,
                      "more than half of the index was of no use any more; it was built anew"});
  return std::vector<IndexedFile>();
}

bool is_empty(const IndexOutcome& outcome) {
  return outcome.added + outcome.grown + outcome.rewritten + outcome.moved + outcome.gone == 0;
}

// Brings it up to date. kCorrupt: it must be removed first.
Result<IndexReport> update(Engine& engine,
                           const std::function<void(const IndexProgress&)>& on_progress) {
  IndexReport report;
  const std::string path = index_path(engine);
  auto opened = IndexDatabase::open_to_write(path);
  if (!opened) return opened.error();
  std::unique_ptr<IndexDatabase> database = std::move(*opened);
  if (is_suspect(path)) {
    if (auto good = verify_database(*database); !good) return good.error();
  }
  IndexOptions options;
  options.on_progress = on_progress;
  options.stop = engine.stop();
  auto some = update_changed(engine, *database, options);
  if (!some) return some.error();
  bool is_new = false;
  Findings about_old;
  if (*some) {
    report.outcome = std::move(**some);
  } else {
    const auto known = read_or_replace(path, database, about_old);
    if (!known) return known.error();
    is_new = known->empty();
    auto all = update_all(engine, *database, *known, options);
    if (!all) return all.error();
    report.outcome = std::move(*all);
    std::move(about_old.begin(), about_old.end(), std::back_inserter(report.outcome.findings));
  }
  if (auto merged = merge_small_segments(*database); !merged) return merged.error();
  if (is_empty(report.outcome)) {
    if (auto good = verify_database(*database, VerifyDepth::kChecksums); !good) return good.error();
  }
  if (is_new || report.outcome.bytes > kLittleBytes) database->tidy();
  const auto counts = database->counts();
  if (!counts) return counts.error();
  report.files = counts->files;
  report.documents = counts->documents;
  report.bytes = database->bytes().has_value() ? *database->bytes() : 0;
  clear_suspect(path);
  return report;
}

// The same, and anew if that is what it takes. The caller holds the lock.
Result<IndexReport> update_or_replace(
    Engine& engine, const std::function<void(const IndexProgress&)>& on_progress) {
  auto report = update(engine, on_progress);
  if (report || report.error().code != ErrorCode::kCorrupt) return report;
  const std::string path = index_path(engine);
  const std::string what = report.error().message;
  if (auto removed = remove_index(path); !removed) return removed.error();
  report = update(engine, on_progress);
  if (report)
    report->outcome.findings.push_back(
        {Finding::Kind::kRebuilt, path, what + "; it was built anew"});
  return report;
}

}  // namespace

std::string index_path(const Engine& engine) {
  const std::string& dir = engine.options().own.cache;
  return dir.empty() ? std::string() : join_path(dir, "index.db");
}

Result<IndexReport> build_index(Engine& engine,
                                const std::function<void(const IndexProgress&)>& on_progress) {
  const auto started = std::chrono::steady_clock::now();
  if (index_path(engine).empty())
    return Error{ErrorCode::kInvalid,
                 "there is no place for an index: neither $XDG_CACHE_HOME nor a home folder"};
  if (auto made = engine.files().create_directories(engine.options().own.cache); !made)
    return made.error();
  auto lock = IndexLock::wait(lock_path(engine), [&] { return !engine.stop().is_stopped(); });
  if (!lock) return lock.error();
  auto report = update_or_replace(engine, on_progress);
  if (!report) return with_context("building the index", report.error());
  report->took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::steady_clock::now() - started)
                        .count();
  return report;
}

Findings mend_index(Engine& engine, const Error& why) {
  if (why.code == ErrorCode::kNotFound) return {};
  const std::string path = index_path(engine);
  const auto finding = [&](Finding::Kind kind, std::string_view more) {
    return Findings{
        {kind, path, why.message + "; the files were read instead" + std::string(more)}};
  };
  if (why.code != ErrorCode::kCorrupt) return finding(Finding::Kind::kUnreadable, "");
  mark_suspect(path);
  std::int64_t bytes = 0;
  for (const TranscriptFile& file : find_sources(engine).files) bytes += file.info.size;
  if (bytes > kMostMended)
    return finding(Finding::Kind::kDamaged, " (`clew index` builds it anew)");
  // Whoever has the lock sees the mark, or has replaced the index since.
  const auto lock = IndexLock::take(lock_path(engine));
  if (!lock || !update_or_replace(engine, {})) return finding(Finding::Kind::kDamaged, "");
  return finding(Finding::Kind::kDamaged, ", and it was built anew");
}

namespace {

Result<IndexStatus> status_of(Engine& engine, IndexDatabase& database) {
  IndexStatus status;
  status.exists = true;
  auto known = database.files();
  if (!known) return known.error();
  auto segments = database.segments();
  if (!segments) return segments.error();
  const SourceFiles sources = find_sources(engine);
  for (const SourceChange& change : plan_changes(*known, sources.files, engine.roots().paths)) {
    ++status.behind;
    status.behind_bytes += bytes_to_read(change, *known, sources.files);
  }
  status.files = std::ssize(*known);
  status.segments = std::ssize(*segments);
  for (const IndexedFile& file : *known) status.documents += file.documents;
  auto dead = dead_share(database, *known);
  if (!dead) return dead.error();
  status.dead = *dead;
  auto bytes = database.bytes();
  if (!bytes) return bytes.error();
  status.bytes = *bytes;
  return status;
}

}  // namespace

Result<IndexStatus> index_status(Engine& engine) {
  auto database = IndexDatabase::open_to_read(index_path(engine));
  auto status = database ? status_of(engine, **database) : database.error();
  if (status) return status;
  if (status.error().code == ErrorCode::kNotFound) return IndexStatus{};
  if (status.error().code != ErrorCode::kCorrupt) return status;
  IndexStatus damaged;
  damaged.exists = true;
  damaged.findings.push_back({Finding::Kind::kDamaged, index_path(engine),
                              status.error().message + "; `clew index` builds it anew"});
  return damaged;
}

Result<void> verify_index(Engine& engine) {
  auto database = IndexDatabase::open_to_read(index_path(engine));
  if (!database) return database.error();
  return verify_database(**database);
}

Result<void> drop_index(Engine& engine) {
  if (auto lock = IndexLock::take(lock_path(engine));
      !lock && lock.error().code == ErrorCode::kBusy)
    return lock.error();
  return remove_index(index_path(engine));
}

SourceFiles find_sources(const Engine& engine) {
  return find_source_files(engine.files(), engine.roots().paths, default_threads());
}

Result<OpenIndex> open_index(const Engine& engine) {
  auto database = IndexDatabase::open_to_read(index_path(engine));
  if (!database) return database.error();
  OpenIndex index;
  index.database = std::move(*database);
  if (auto begun = index.database->begin_reading(); !begun) return begun.error();
  auto roster = index.database->roster(engine.roots().paths);
  if (!roster) return roster.error();
  index.roster = std::move(*roster);
  return index;
}

namespace {

// Carries out what is little. What goes wrong only means that the answer is older; another writer
// is not waited for. Only damage is an error.
class CatchUp {
 public:
  CatchUp(Engine& engine, OpenIndex& index) : engine_(engine), index_(index) {}

  Result<IndexDelay> run(const TreeCheck& check) {
    IndexDelay delay;
    const auto done = check.same_folders ? some(check, delay) : all(delay);
    if (!done && done.error().code == ErrorCode::kCorrupt) return done.error();
    return delay;
  }

 private:
  // No name came or went, so what changed is known already.
  Result<void> some(const TreeCheck& check, IndexDelay& delay) {
    delay.behind = std::ssize(check.changed);
    if (check.changed.size() > kLittleFiles) return {};
    auto known = read_rows_of_now(index_.roster, check, *index_.database);
    index_.database->end_reading();
    if (!known) return known.error();
    const std::vector<TranscriptFile> found = sources_of(*known, check);
    if (!is_little(plan_changes_of(*known, found), *known, found)) return {};
    if (auto opened = open_writer(); !opened) return opened;
    // As they are now, under the lock: another process may just have caught up.
    known = read_rows(index_.roster, check, *writer_);
    if (!known) return known.error();
    if (auto done = update(*known, found, plan_changes_of(*known, found)); !done) return done;
    known = read_rows(index_.roster, check, *index_.database);
    if (!known) return known.error();
    for (std::size_t i = 0; i < known->size(); ++i) {
      if (same_version((*known)[i], found[i].info)) --delay.behind;
      RosterFile& file = roster_file_of(check.changed[i]);
      const RosterFile old = file;
      file = roster_file((*known)[i]);
      file.name = old.name;  // the row goes, the roster stays
      file.session = old.session;
    }
    delay.caught_up = true;
    return {};
  }

  Result<void> all(IndexDelay& delay) {
    auto known = index_.database->files();
    index_.database->end_reading();
    if (!known) return known.error();
    const ListedTree tree = list_tree(engine_);
    // Files that were not found because nobody waits any more are not gone.
    if (engine_.stop().is_stopped()) return {};
    const std::vector<TranscriptFile>& found = tree.sources.files;
    const auto changes = plan_changes(*known, found, roots());
    delay.behind = std::ssize(changes);
    delay.findings = tree.sources.findings;
    delay.empty = known->empty();
    if (!changes.empty() && !is_little(changes, *known, found)) return {};
    if (auto opened = open_writer(); !opened) return opened;
    // As they are now, under the lock.
    known = writer_->files();
    if (!known) return known.error();
    if (!changes.empty()) {
      auto done = update(*known, found, plan_changes(*known, found, roots()));
      if (!done) return done;
      known = writer_->files();
      if (!known) return known.error();
      delay.behind = std::ssize(plan_changes(*known, found, roots()));
      delay.caught_up = true;
      delay.empty = known->empty();
      index_.roster = {};
    }
    keep_roster(*writer_, roots(), tree, *known);
    return {};
  }

  const std::vector<std::string>& roots() const { return engine_.roots().paths; }

  RosterFile& roster_file_of(const TreeCheck::Changed& one) {
    return index_.roster.parts[one.part].files[one.file];
  }

  static bool is_little(const std::vector<SourceChange>& changes,
                        const std::vector<IndexedFile>& known,
                        const std::vector<TranscriptFile>& found) {
    std::int64_t bytes = 0;
    for (const SourceChange& change : changes) bytes += bytes_to_read(change, known, found);
    return !changes.empty() && changes.size() <= kLittleFiles && bytes <= kMostCaughtUp;
  }

  Result<void> open_writer() {
    auto lock = IndexLock::take(lock_path(engine_));
    if (!lock) return lock.error();
    lock_.emplace(std::move(*lock));
    auto writer = IndexDatabase::open_to_write(index_path(engine_));
    if (!writer) return writer.error();
    writer_ = std::move(*writer);
    return {};
  }

  Result<void> update(const std::vector<IndexedFile>& known,
                      const std::vector<TranscriptFile>& found,
                      const std::vector<SourceChange>& changes) {
    IndexOptions options;
    options.stop = engine_.stop();
    auto done = update_index(engine_.files(), *writer_, known, found, changes, options);
    if (!done) return done.error();
    return merge_small_segments(*writer_);
  }

  Engine& engine_;
  OpenIndex& index_;
  std::optional<IndexLock> lock_;
  std::unique_ptr<IndexDatabase> writer_;
};

}  // namespace

Result<IndexDelay> catch_up(Engine& engine, OpenIndex& index, const TreeCheck& check) {
  if (check.same_folders && check.changed.empty()) return IndexDelay{};
  auto delay = CatchUp(engine, index).run(check);
  index.database->end_reading();
  if (auto begun = index.database->begin_reading(); !begun) return begun.error();
  return delay;
}

}  // namespace clew
