// SPDX-License-Identifier: MIT

#include "engine/search_index.h"

#include <chrono>

#include "os/paths.h"
#include "store/index_verify.h"

namespace clew {
namespace {

// A query brings the index up to date by itself when no more than this changed: some 20 ms.
constexpr std::int64_t kLittleBytes = 2 << 20;
constexpr std::size_t kLittleFiles = 64;

constexpr double kMostDead = 0.5;  // then building anew is better than dragging it along

std::string lock_path(const Engine& engine) { return index_path(engine) + ".lock"; }

// Opened for writing. A damaged or old one is replaced, and the note says so.
Result<std::unique_ptr<IndexDatabase>> open_or_replace(const std::string& path, std::string& note) {
  auto database = IndexDatabase::open_to_write(path);
  if (database || database.error().code != ErrorCode::kCorrupt) return database;
  note = database.error().message + "; it was built anew";
  if (auto removed = remove_index(path); !removed) return removed.error();
  return IndexDatabase::open_to_write(path);
}

Result<IndexReport> update(Engine& engine,
                           const std::function<void(const IndexProgress&)>& on_progress) {
  IndexReport report;
  const std::string path = index_path(engine);
  auto database = open_or_replace(path, report.note);
  if (!database) return database.error();
  auto known = (*database)->files();
  if (!known) return known.error();
  if (auto dead = dead_share(**database, *known); dead && *dead > kMostDead) {
    database->reset();
    if (auto removed = remove_index(path); !removed) return removed.error();
    database = IndexDatabase::open_to_write(path);
    if (!database) return database.error();
    report.note = "more than half of the index was of no use any more; it was built anew";
    known->clear();
  }
  const SourceFiles sources =
      find_source_files(engine.files(), engine.roots().paths, default_threads());
  IndexOptions options;
  options.on_progress = on_progress;
  auto outcome = update_index(engine.files(), **database, *known, sources.files,
                              plan_changes(*known, sources.files, engine.roots().paths), options);
  if (!outcome) return outcome.error();
  report.outcome = std::move(*outcome);
  if (auto merged = merge_small_segments(**database); !merged) return merged.error();
  if (known->empty() || report.outcome.bytes > kLittleBytes) (*database)->tidy();
  auto counts = (*database)->counts();
  if (!counts) return counts.error();
  report.files = counts->files;
  report.documents = counts->documents;
  report.bytes = (*database)->bytes().has_value() ? *(*database)->bytes() : 0;
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
  auto lock = IndexLock::take(lock_path(engine));
  if (!lock) return lock.error();
  auto report = update(engine, on_progress);
  if (!report && report.error().code == ErrorCode::kCorrupt) {
    // Damage that shows only on the way.
    const std::string what = report.error().message;
    if (auto removed = remove_index(index_path(engine)); !removed) return removed.error();
    report = update(engine, on_progress);
    if (report) report->note = what + "; it was built anew";
  }
  if (!report) return with_context("building the index", report.error());
  report->took_ms = std::chrono::duration_cast<std::chrono::milliseconds>(
                        std::chrono::steady_clock::now() - started)
                        .count();
  return report;
}

Result<IndexStatus> index_status(Engine& engine) {
  IndexStatus status;
  auto database = IndexDatabase::open_to_read(index_path(engine));
  if (!database && database.error().code == ErrorCode::kNotFound) return status;
  if (!database) return database.error();
  status.exists = true;
  auto known = (*database)->files();
  if (!known) return known.error();
  auto segments = (*database)->segments();
  if (!segments) return segments.error();
  const SourceFiles sources =
      find_source_files(engine.files(), engine.roots().paths, default_threads());
  for (const SourceChange& change : plan_changes(*known, sources.files, engine.roots().paths)) {
    ++status.behind;
    status.behind_bytes += bytes_to_read(change, *known, sources.files);
  }
  status.files = std::ssize(*known);
  status.segments = std::ssize(*segments);
  for (const IndexedFile& file : *known) status.documents += file.documents;
  auto dead = dead_share(**database, *known);
  if (!dead) return dead.error();
  status.dead = *dead;
  auto bytes = (*database)->bytes();
  if (!bytes) return bytes.error();
  status.bytes = *bytes;
  return status;
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

OpenIndex open_index(const Engine& engine) {
  OpenIndex index;
  const auto refuse = [&index](const Error& error) {
    index.database.reset();
    if (error.code != ErrorCode::kNotFound)
      index.note = error.message + "; the files were read instead";
  };
  auto database = IndexDatabase::open_to_read(index_path(engine));
  if (!database) {
    refuse(database.error());
    return index;
  }
  index.database = std::move(*database);
  auto files = index.database->files();
  if (files) {
    index.files = std::move(*files);
  } else {
    refuse(files.error());
  }
  return index;
}

IndexDelay catch_up(Engine& engine, OpenIndex& index, const std::vector<SourceFile>& sources) {
  IndexDelay delay;
  const std::vector<std::string>& roots = engine.roots().paths;
  const auto changes = plan_changes(index.files, sources, roots);
  std::int64_t bytes = 0;
  for (const SourceChange& change : changes) bytes += bytes_to_read(change, index.files, sources);
  delay.behind = std::ssize(changes);
  if (changes.empty() || changes.size() > kLittleFiles || bytes > kLittleBytes) return delay;
  // Whatever goes wrong here only means that the answer is older. Another writer is not waited for.
  auto lock = IndexLock::take(lock_path(engine));
  if (!lock) return delay;
  auto writer = IndexDatabase::open_to_write(index_path(engine));
  if (!writer) return delay;
  // As it is now, under the lock: another process may just have caught up.
  auto known = (*writer)->files();
  if (!known) return delay;
  if (!update_index(engine.files(), **writer, *known, sources, plan_changes(*known, sources, roots),
                    {}))
    return delay;
  (void)merge_small_segments(**writer).has_value();
  known = index.database->files();
  if (!known) return delay;
  index.files = std::move(*known);
  delay.behind = std::ssize(plan_changes(index.files, sources, roots));
  delay.caught_up = true;
  return delay;
}

}  // namespace clew
