// SPDX-License-Identifier: MIT
#include "keep/keeper.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "catalog/facts/session_facts.h"
#include "catalog/layout/file_mark.h"
#include "catalog/layout/kept_places.h"
#include "catalog/layout/project_key.h"
#include "catalog/list/git_remote.h"
#include "keep/kept_file.h"
#include "keep/own_keep.h"
#include "keep/piece_writer.h"
#include "keep/repack.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::uint64_t kCommitEvery = std::uint64_t{16} << 20;   // bytes of files
constexpr std::uint64_t kWorthChunks = std::uint64_t{1} << 18;    // fewer are not deduplicated
constexpr std::uint64_t kComparedWhole = std::uint64_t{4} << 20;  // each time that a file has grown
constexpr std::int64_t kLargestIndex = std::int64_t{1} << 28;

// As a manifest can hold it; some network disks give numbers that no JSON reader takes.
std::uint64_t inode_of(const FileInfo& info) { return info.inode & INT64_MAX; }

class Keeper {
 public:
  Keeper(DurableFileSystem& files, const KeepOptions& options, const KeptMachine& kept,
         const PathBelow& folder)
      : files_(files), options_(options), kept_(kept), pieces_(files, folder, kept) {}

  Result<void> keep(const KeepPlan& plan) {
    use_chunks_for(plan.bytes);
    for (const PlannedFile& file : plan.files) {
      if (auto done = keep_file(file); !done) return done;
      if (since_commit_ < kCommitEvery) continue;
      if (auto done = commit(); !done) return done;
    }
    for (const GoneRecord& gone : plan.gone) pieces_.note(gone);
    report_.gone += static_cast<std::int64_t>(plan.gone.size());
    return commit();
  }

  Result<KeepReport> finish() {
    report_.written = pieces_.written();
    if (const ChunkIndex* chunks = pieces_.chunks();
        chunks != nullptr && !options_.chunks.empty()) {
      // Without it the next run only finds fewer chunks again.
      static_cast<void>(files_.create_directories(std::string(parent_path(options_.chunks))));
      static_cast<void>(files_.write_file_atomic(options_.chunks, chunks->encode()));
    }
    return report_;
  }

  KeepReport& report() { return report_; }

 private:
  Result<void> commit() {
    since_commit_ = 0;
    return pieces_.commit();
  }

  // A few new lines are written faster than the index is read.
  void use_chunks_for(std::uint64_t new_bytes) {
    if (new_bytes < kWorthChunks || pieces_.chunks() != nullptr) return;
    const auto known = options_.chunks.empty() ? Result<std::string>(std::string())
                                               : read_file(files_, options_.chunks, kLargestIndex);
    pieces_.use_chunks(known ? *known : std::string());
  }

  // What was kept so far stays, and the next run goes on from there.
  Result<void> stop_here() {
    auto done = commit();
    return done ? Result<void>(stopped_error()) : done;
  }

  // What cannot be read is a finding; only what concerns the keep is an error.
  Result<void> keep_file(const PlannedFile& planned) {
    const std::string path = resolve_path(planned.name.root, planned.name.file);
    const auto file = options_.forgotten.concerns(planned.name.file)
                          ? options_.forgotten.open(files_, path)
                          : files_.open(path);
    if (!file) {
      if (file.error().code != ErrorCode::kNotFound) unreadable(planned.name, file.error());
      return {};
    }
    const auto same = continues(planned, **file);
    if (!same) {
      unreadable(planned.name, same.error());
      return {};
    }
    // Only looked at again because it was written just before it was kept. Said once it cannot
    // change unseen any more, so that no run after that looks again.
    const bool as_kept = *same && is_as_kept(planned);
    if (as_kept && may_change_unseen(planned.info, options_.now)) return {};
    PieceRecord next{.name = planned.name,
                     .mtime_ns = planned.info.mtime_ns,
                     .ctime_ns = planned.info.ctime_ns,
                     .inode = inode_of(planned.info)};
    next.version = *same ? planned.last->number : kept_.next_version(planned.name);
    next.offset = *same ? planned.last->size() : 0;
    const auto size = static_cast<std::uint64_t>(planned.info.size);
    use_chunks_for(size - next.offset);
    report_.kept += size > next.offset || !*same ? 1 : 0;  // another time is no news
    report_.rewritten += !*same && planned.last != nullptr ? 1 : 0;
    note_project(planned.name);
    return keep_rest(std::move(next), **file, size);
  }

  // Once for each project, by the first transcript that has something new.
  void note_project(const KeptName& name) {
    const ProjectPlace place = project_place(name.file);
    if (place.key.empty() || !place.below.ends_with(".jsonl") ||
        place.below.find('/') != place.below.npos)
      return;
    const std::pair key(name.root, std::string(place.key));
    if (!noted_.insert(key).second) return;
    const auto facts = FactsReader().read(files_, resolve_path(name.root, name.file));
    if (!facts || !is_key_of(place.key, facts->cwd)) return;
    const auto copy = find_copy(files_, facts->cwd);
    if (!copy) return;
    const ProjectRecord project{name.root, key.second, facts->cwd, copy->remote, copy->below};
    const auto known = kept_.projects.find(key);
    if (known == kept_.projects.end() || known->second != project) pieces_.note(project);
  }

  // Whether a file whose bytes are those of its last version looks as it did then, too.
  static bool is_as_kept(const PlannedFile& planned) {
    return planned.step == KeepStep::kTouched && !planned.last->gone &&
           planned.info.mtime_ns == planned.last->mtime_ns() &&
           planned.info.ctime_ns == planned.last->pieces.back().ctime_ns;
  }

  // Whether all that is kept of the file still stands in it.
  Result<bool> continues(const PlannedFile& planned, const RandomAccessFile& file) {
    if (planned.last == nullptr || planned.step == KeepStep::kShorter) return false;
    const KeptVersion& last = *planned.last;
    const bool replaced = inode_of(planned.info) != last.pieces.back().inode;
    // Somebody may have changed what stands before the mark; of a large file `keep check` finds
    // out.
    const bool small = last.size() <= kComparedWhole;
    if (planned.step == KeepStep::kTouched || replaced || small) return holds_version(file, last);
    auto mark = mark_before(file, static_cast<std::int64_t>(last.size()));
    if (!mark) return mark.error();
    return *mark == last.pieces.back().mark;
  }

  Result<std::string> read(const RandomAccessFile& file, std::uint64_t from, std::size_t length) {
    std::string bytes(length, '\0');
    auto count = file.read_at(static_cast<std::int64_t>(from), bytes);
    if (!count) return count.error();
    bytes.resize(*count);
    return bytes;
  }

  // Piece after piece up to `end`; at least one, also of an empty file, for its time.
  Result<void> keep_rest(PieceRecord piece, const RandomAccessFile& file, std::uint64_t end) {
    do {
      if (options_.stop.is_stopped()) return stop_here();
      const std::size_t length = std::min<std::uint64_t>(PieceWriter::kLongest, end - piece.offset);
      auto bytes = read(file, piece.offset, length);
      if (!bytes) {
        unreadable(piece.name, bytes.error());
        return {};
      }
      if (bytes->size() < length) end = piece.offset + bytes->size();  // it was cut meanwhile
      if (auto done = keep_piece(piece, *bytes, file); !done) return done;
      piece.offset += bytes->size();
    } while (piece.offset < end);
    return {};
  }

  Result<void> keep_piece(PieceRecord& piece, std::string_view bytes,
                          const RandomAccessFile& file) {
    auto mark = mark_before(file, static_cast<std::int64_t>(piece.offset + bytes.size()));
    if (!mark) {
      unreadable(piece.name, mark.error());
      return {};
    }
    piece.mark = *mark;
    piece.kept = options_.now;
    if (auto added = pieces_.add(piece, bytes); !added) return added;
    report_.bytes += bytes.size();
    since_commit_ += bytes.size();
    return {};
  }

  void unreadable(const KeptName& name, const Error& error) {
    report_.findings.push_back({.kind = Finding::Kind::kUnreadable,
                                .path = resolve_path(name.root, name.file),
                                .reason = error.message});
  }

  DurableFileSystem& files_;
  const KeepOptions& options_;
  const KeptMachine& kept_;
  PieceWriter pieces_;
  std::uint64_t since_commit_ = 0;
  std::set<std::pair<std::string, std::string>> noted_;  // projects, by root and key
  KeepReport report_;
};

// Looks at a root and decides; what could not be looked at may be there.
KeepPlan plan_root(const FileSystem& files, const std::string& root, const KeptMachine& kept,
                   const KeepOptions& options, KeepReport& report) {
  RootFiles there = find_root_files(files, root);
  for (RootFile& file : there.files) {
    if (!options.forgotten.concerns(file.file)) continue;
    const auto rest = options.forgotten.open(files, resolve_path(root, file.file));
    if (const auto info = rest ? (*rest)->info() : rest.error()) file.info.size = info->size;
  }
  report.seen += static_cast<std::int64_t>(there.files.size());
  report.findings.insert(report.findings.end(), there.findings.begin(), there.findings.end());
  KeepPlan plan = plan_keep(root, there.files, kept, options.now, options.distrusted);
  if (!there.findings.empty()) plan.gone.clear();
  return plan;
}

}  // namespace

Result<KeepReport> keep_roots(DurableFileSystem& files, const KeepOptions& options) {
  const auto own = OwnKeep::open(files, options.place, OwnKeep::Missing::kIsMade, options.patience,
                                 options.loaded);
  if (!own) return own.error();
  Keeper keeper(files, options, own->kept(), own->folder());
  for (const std::string& root : options.roots) {
    const KeepPlan plan = plan_root(files, root, own->kept(), options, keeper.report());
    if (auto done = keeper.keep(plan); !done) return done.error();
  }
  keeper.report().many_pieces = !packs_to_compact(own->kept()).empty();
  return keeper.finish();
}

Result<bool> compact_keep(DurableFileSystem& files, const KeepOptions& options) {
  const auto own = OwnKeep::open(files, options.place, OwnKeep::Missing::kStays);
  if (!own) return own.error();
  const RepackRequest request{.packs = packs_to_compact(own->kept())};
  if (request.packs.empty()) return false;
  if (auto done = repack(files, *own, request, options.stop); !done) return done.error();
  return true;
}

Result<KeepReport> preview_keep(const FileSystem& files, const KeepOptions& options) {
  SharedKeptMachine kept = std::make_shared<const KeptMachine>();
  if (const auto name = PlainName::from(options.place.machine)) {
    auto known = load_kept_machine_again(files, join_path(options.place.folder, *name),
                                         options.place.keys, options.loaded);
    if (!known && known.error().code != ErrorCode::kNotFound) return known.error();
    if (known) kept = std::move(*known);
  }
  KeepReport report;
  for (const std::string& root : options.roots) {
    const KeepPlan plan = plan_root(files, root, *kept, options, report);
    for (const PlannedFile& file : plan.files) {
      // Most of what was only touched is as it was.
      if (file.step == KeepStep::kTouched) continue;
      ++report.kept;
      report.rewritten += file.step == KeepStep::kShorter ? 1 : 0;
    }
    report.gone += static_cast<std::int64_t>(plan.gone.size());
    report.bytes += plan.bytes;
  }
  return report;
}

}  // namespace clew
