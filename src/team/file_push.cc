// SPDX-License-Identifier: MIT
#include "team/file_push.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "keep/content_hash.h"
#include "team/team_piece.h"

namespace clew {
namespace {

constexpr Sql kInsertPiece =
    "INSERT INTO clew.pieces (file_id, version, start, length, hash, frame) "
    "VALUES ($1, $2::int4, $3, $4::int4, $5, $6)";

std::string hash_of(std::string_view bytes) {
  const PieceHash hash = piece_hash(bytes);
  return {reinterpret_cast<const char*>(hash.bytes.data()), hash.bytes.size()};
}

// As much as there is of what was asked for: others may cut the file meanwhile.
Result<std::string> read_range(const RandomAccessFile& file, std::int64_t from,
                               std::int64_t length) {
  std::string bytes(static_cast<std::size_t>(length), '\0');
  const auto got = file.read_at(from, bytes);
  if (!got) return got.error();
  bytes.resize(*got);
  return bytes;
}

// A piece ends with a line where it can, so that who reads while it grows sees whole lines.
std::size_t piece_end(std::string_view bytes, bool last) {
  if (last) return bytes.size();
  const std::size_t end = bytes.rfind('\n');
  return end == bytes.npos ? bytes.size() : end + 1;
}

// Another machine with our name, or another process of ours, was faster: comparing again tells.
Error as_conflict(const PgConnection& connection, Error error) {
  if (connection.last_state() == "CL409") error.code = ErrorCode::kBusy;
  return error;
}

}  // namespace

PushCount& PushCount::operator+=(const PushCount& more) {
  files += more.files;
  bytes += more.bytes;
  stored += more.stored;
  rewritten += more.rewritten;
  removed += more.removed;
  return *this;
}

FilePush::~FilePush() {
  if (begun_ && connection_.is_open()) static_cast<void>(connection_.run("ROLLBACK"));
}

Result<void> FilePush::begin() {
  if (begun_) return {};
  auto done = connection_.run("BEGIN");
  begun_ = done.has_value();
  return done;
}

Result<std::int64_t> FilePush::project(const TeamProject& project,
                                       const std::vector<std::string>& readers) {
  if (auto begun = begin(); !begun) return begun.error();
  const auto rows = connection_.query("SELECT clew.push_project($1, $2, $3, $4, $5, $6, $7, $8)",
                                      PgParams()
                                          .text(project.machine)
                                          .text(project.root)
                                          .text(project.key)
                                          .text(project.folder)
                                          .text(project.remote)
                                          .text(project.below)
                                          .text(project.visibility)
                                          .texts(readers));
  if (!rows) return rows.error();
  return rows->number(0, 0);
}

Result<std::vector<FilePush::StoredVersion>> FilePush::stored_versions(std::int64_t file) {
  const auto rows = connection_.query(
      "SELECT v.version::int8, v.size, v.mtime_ns, p.start, p.length::int8, p.hash "
      "FROM clew.versions v "
      "LEFT JOIN clew.pieces p ON p.file_id = v.file_id AND p.version = v.version "
      "WHERE v.file_id = $1 ORDER BY v.changed_at DESC, v.version DESC, p.start",
      PgParams().number(file));
  if (!rows) return rows.error();
  std::vector<StoredVersion> all;
  for (int i = 0; i < rows->size(); ++i) {
    const std::int64_t number = rows->number(i, 0);
    if (all.empty() || all.back().number != number) {
      all.push_back({number, rows->number(i, 1), rows->number(i, 2), {}});
    }
    if (rows->is_null(i, 3)) continue;
    all.back().pieces.push_back(
        {rows->number(i, 3), rows->number(i, 4), std::string(rows->text(i, 5))});
  }
  return all;
}

Result<FilePush::Fit> FilePush::compare(std::int64_t file, const StoredVersion& version,
                                        const RandomAccessFile& content, std::int64_t size) {
  for (const StoredPiece& piece : version.pieces) {
    if (piece.start >= size) return Fit::kIsBeginning;
    const std::int64_t length = std::min(piece.length, size - piece.start);
    auto bytes = read_range(content, piece.start, length);
    if (!bytes) return bytes.error();
    if (std::ssize(*bytes) < length) return Fit::kDiffers;  // it is being cut right now
    if (length == piece.length) {
      if (hash_of(*bytes) != piece.hash) return Fit::kDiffers;
      continue;
    }
    // The file ends within the piece.
    auto stored = read_team_pieces(connection_, file, version.number, piece.start, 1);
    if (!stored) return stored.error();
    if (stored->empty() || !stored->front().bytes->starts_with(*bytes)) return Fit::kDiffers;
    return Fit::kIsBeginning;
  }
  return Fit::kContinues;
}

Result<void> FilePush::add(const FileToPush& file, const RandomAccessFile& content,
                           const HoldsSecret& holds_secret) {
  const auto info = content.info();
  if (!info) return info.error();
  if (auto begun = begin(); !begun) return begun;
  const auto id =
      connection_.query("SELECT clew.push_file($1, $2, $3)",
                        PgParams().number(file.project).text(file.path).text(file.session));
  if (!id) return id.error();
  const std::int64_t number = id->number(0, 0);
  if (queued_files_.contains(number)) {  // a plan that several sessions have
    if (auto done = flush(); !done) return done;
  }
  auto versions = stored_versions(number);
  if (!versions) return versions.error();
  ++files_;
  for (const StoredVersion& version : *versions) {
    auto fit = compare(number, version, content, info->size);
    if (!fit) return fit.error();
    if (*fit == Fit::kDiffers) continue;
    // Versions from when secrets were not taken out go, whichever of them readers see.
    if (holds_secret) {
      auto cleaned = remove_secrets(number, *versions, version.number, holds_secret);
      if (!cleaned) return cleaned;
    }
    if (*fit == Fit::kIsBeginning) return {};
    if (version.size == info->size && version.mtime_ns == file.mtime_ns) return {};
    auto touched =
        connection_.run("SELECT clew.push_version($1, $2::int4, $3)",
                        PgParams().number(number).number(version.number).number(file.mtime_ns));
    if (!touched) return touched;
    if (version.size == info->size) return {};
    ++count_.files;
    return send(number, version.number, version.size, content, info->size, /*whole=*/false);
  }
  std::int64_t newest = 0;
  for (const StoredVersion& version : *versions) newest = std::max(newest, version.number);
  auto made = connection_.run("SELECT clew.push_version($1, $2::int4, $3)",
                              PgParams().number(number).number(newest + 1).number(file.mtime_ns));
  if (!made) return made;
  ++count_.files;
  const bool replaces = newest > 0;
  count_.rewritten += replaces ? 1 : 0;
  auto sent = send(number, newest + 1, 0, content, info->size, /*whole=*/replaces);
  if (!sent || !holds_secret) return sent;
  return remove_secrets(number, *versions, newest + 1, holds_secret);
}

// `whole`: nobody is to see half of it, since it takes the place of another version.
Result<void> FilePush::send(std::int64_t file, std::int64_t version, std::int64_t from,
                            const RandomAccessFile& content, std::int64_t size, bool whole) {
  while (from < size) {
    auto bytes = read_range(content, from, std::min(kTeamPiece, size - from));
    if (!bytes) return bytes.error();
    if (bytes->empty()) break;  // it was cut meanwhile
    const auto end = piece_end(*bytes, from + std::ssize(*bytes) >= size);
    const std::string_view piece = std::string_view(*bytes).substr(0, end);
    auto frame = packer_.pack(piece);
    if (!frame) return frame.error();
    const std::int64_t stored = std::ssize(*frame);
    queue_.push_back(PgParams()
                         .number(file)
                         .number(version)
                         .number(from)
                         .number(std::ssize(piece))
                         .bytes(hash_of(piece))
                         .bytes(std::move(*frame)));
    queued_files_.insert(file);
    from += std::ssize(piece);
    queued_ += stored;
    uncommitted_ += stored;
    count_.bytes += std::ssize(piece);
    count_.stored += stored;
    if (queued_ < kMostQueued) continue;
    if (auto done = flush(); !done) return done;
    if (whole || uncommitted_ < kMostBytes) continue;
    PushCount so_far = count_;
    auto done = commit();
    if (!done) return done.error();
    count_ = so_far;
    if (auto begun = begin(); !begun) return begun;
  }
  return {};
}

Result<void> FilePush::flush() {
  auto done = connection_.run_each(kInsertPiece, queue_);
  queue_.clear();
  queued_files_.clear();
  queued_ = 0;
  return done ? done : Result<void>(as_conflict(connection_, done.error()));
}

Result<PushCount> FilePush::commit() {
  if (!begun_) return std::exchange(count_, {});
  if (auto done = flush(); !done) return done.error();
  if (auto done = connection_.run("COMMIT"); !done) return done.error();
  begun_ = false;
  files_ = 0;
  uncommitted_ = 0;
  return std::exchange(count_, {});
}

Result<bool> FilePush::version_holds(std::int64_t file, const StoredVersion& version,
                                     const HoldsSecret& holds_secret) {
  std::string rest;  // of a line that continues in the next piece
  for (std::int64_t at = 0; at < version.size;) {
    auto pieces = read_team_pieces(connection_, file, version.number, at, kTeamPiece);
    // What cannot be read back may hold anything.
    if (!pieces && pieces.error().code == ErrorCode::kCorrupt) return true;
    if (!pieces) return pieces.error();
    if (pieces->empty()) break;
    for (const TeamPiece& piece : *pieces) {
      rest += *piece.bytes;
      at = piece.start + std::ssize(*piece.bytes);
    }
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = rest.find('\n', begin)) != rest.npos; begin = end + 1) {
      if (holds_secret(std::string_view(rest).substr(begin, end - begin))) return true;
    }
    rest.erase(0, begin);
  }
  return !rest.empty() && holds_secret(rest);
}

Result<void> FilePush::remove_secrets(std::int64_t file, const std::vector<StoredVersion>& versions,
                                      std::int64_t current, const HoldsSecret& holds_secret) {
  for (const StoredVersion& version : versions) {
    if (version.number == current) continue;
    const auto holds = version_holds(file, version, holds_secret);
    if (!holds) return holds.error();
    if (!*holds) continue;
    // Its successor is whole when it goes.
    if (auto done = flush(); !done) return done;
    auto gone = connection_.run("DELETE FROM clew.versions WHERE file_id = $1 AND version = $2",
                                PgParams().number(file).number(version.number));
    if (!gone) return gone;
    ++count_.removed;
  }
  return {};
}

}  // namespace clew
