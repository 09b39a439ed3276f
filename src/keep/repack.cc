// SPDX-License-Identifier: MIT
#include "keep/repack.h"

#include <algorithm>
#include <utility>

#include "catalog/layout/kept_places.h"
#include "keep/forgotten_prompts.h"
#include "keep/keep_names.h"
#include "keep/kept_file.h"
#include "keep/piece_writer.h"
#include "os/paths.h"

namespace clew {
namespace {

constexpr std::uint64_t kTinyFrame = std::uint64_t{16} << 10;  // on average, unpacked

constexpr std::uint64_t kMuchWaste = std::uint64_t{1} << 20;

class Repacking {
 public:
  Repacking(DurableFileSystem& files, const OwnKeep& from, const OwnKeep& to,
            const RepackRequest& request, StopToken stop)
      : files_(files),
        own_(from),
        request_(request),
        packs_(files, from.kept()),
        out_(files, to.folder(), to.kept(), PackWriter::Begin::kInNew),
        stop_(stop) {}

  // All is safe in new packs when this has succeeded.
  Result<void> write() {
    out_.use_chunks();
    if (auto begun = out_.leave_out(request_.packs); !begun) return begun;
    std::set<std::pair<std::string, std::string>> left;  // projects that still have files
    for (const auto& [name, versions] : own_.kept().files) {
      if (request_.leaves_out && request_.leaves_out(name)) continue;
      left.emplace(name.root, project_place(name.file).key);
      for (const KeptVersion& version : versions) {
        const bool edited = request_.is_edited && request_.is_edited(name);
        if (auto saved = edited ? edit(name, version) : save(name, version); !saved) return saved;
      }
    }
    for (const auto& [key, project] : own_.kept().projects) {
      if (left.contains(key)) out_.note(project);
    }
    return out_.commit();
  }

  Result<void> remove_old() {
    for (const std::uint32_t number : request_.packs) {
      // While the manifest is there, the pack is known, and is removed the next time.
      for (const PlainName& name : {pack_name(number), manifest_name(number)}) {
        auto removed = files_.remove(own_.folder() / name);
        if (!removed && removed.error().code != ErrorCode::kNotFound) return removed;
      }
    }
    return {};
  }

 private:
  bool is_touched(const KeptPiece& piece) const {
    if (request_.packs.contains(piece.manifest)) return true;
    const std::set<std::uint32_t> packs = packs_of_piece(piece, packs_);
    return std::any_of(packs.begin(), packs.end(),
                       [this](std::uint32_t pack) { return request_.packs.contains(pack); });
  }

  // Pieces that follow each other become one, as long as it is not too long.
  Result<void> save(const KeptName& name, const KeptVersion& version) {
    const KeptFileReader reader(version, packs_, {});
    PieceRecord joined{.name = name, .version = version.number};
    std::string bytes;
    bool touched = false;
    bool open = false;
    const auto write = [&]() -> Result<void> {
      if (!std::exchange(open, false)) return {};
      return out_.add(joined, std::exchange(bytes, {}));
    };
    for (const KeptPiece& piece : version.pieces) {
      const bool joins = is_touched(piece);
      if (!joins || bytes.size() + piece.length > PieceWriter::kLongest) {
        if (auto done = write(); !done) return done;
      }
      if (!joins) continue;
      if (stop_.is_stopped()) return stopped_error();
      touched = true;
      if (!std::exchange(open, true)) joined.offset = piece.offset;
      if (auto read = append(reader, piece, bytes); !read) return with_name(name, read.error());
      joined.mark = piece.mark;
      joined.mtime_ns = piece.mtime_ns;
      joined.ctime_ns = piece.ctime_ns;
      joined.inode = piece.inode;
      joined.kept = piece.kept;
    }
    if (auto done = write(); !done) return done;
    if (touched && version.gone) {
      out_.note(GoneRecord{name, version.number, version.gone_seen, version.deleted});
    }
    return {};
  }

  // The version without some of its lines. It is not what is on the disk any more, so a keeper
  // that finds the file unchanged begins another.
  Result<void> edit(const KeptName& name, const KeptVersion& version) {
    const KeptFileReader reader(version, packs_, {});
    std::string all;
    for (const KeptPiece& piece : version.pieces) {
      if (auto read = append(reader, piece, all); !read) return with_name(name, read.error());
    }
    const std::string left = without_lines(all, request_.drops);
    if (left.size() == all.size()) return save(name, version);
    const KeptPiece& last = version.pieces.back();
    PieceRecord piece{.name = name, .version = version.number, .mtime_ns = last.mtime_ns};
    piece.kept = last.kept;
    do {
      const std::string_view part =
          std::string_view(left).substr(piece.offset, PieceWriter::kLongest);
      if (auto done = out_.add(piece, part); !done) return done;
      piece.offset += part.size();
    } while (piece.offset < left.size());
    if (version.gone) {
      out_.note(GoneRecord{name, version.number, version.gone_seen, version.deleted});
    }
    return {};
  }

  static Result<void> append(const KeptFileReader& reader, const KeptPiece& piece,
                             std::string& bytes) {
    const auto read = read_piece(reader, piece);
    if (!read) return read.error();
    bytes += *read;
    return {};
  }

  static Error with_name(const KeptName& name, const Error& error) {
    if (error.code != ErrorCode::kCorrupt) return error;
    return {ErrorCode::kCorrupt, resolve_path(name.root, name.file) +
                                     " is damaged, and would be lost (" + error.message +
                                     "); `clew keep check` says more. Nothing was changed"};
  }

  DurableFileSystem& files_;
  const OwnKeep& own_;
  const RepackRequest& request_;
  PackReader packs_;
  PieceWriter out_;
  StopToken stop_;
};

}  // namespace

std::set<std::uint32_t> packs_of_piece(const KeptPiece& piece, const PackReader& packs) {
  std::set<std::uint32_t> found;
  if (piece.recipe.length > 0) found.insert(piece.recipe.place.pack);
  const auto parts = parts_of_piece(piece, packs);
  if (!parts) return found;
  for (const PackPart& part : *parts) found.insert(part.place.pack);
  return found;
}

Result<void> repack(DurableFileSystem& files, const OwnKeep& own, const RepackRequest& request,
                    StopToken stop) {
  if (request.packs.empty()) return {};
  Repacking repacking(files, own, own, request, stop);
  auto written = repacking.write();
  return written ? repacking.remove_old() : written;
}

Result<void> move_packs(DurableFileSystem& files, const OwnKeep& from, const OwnKeep& to,
                        const std::function<Result<void>()>& use, StopToken stop) {
  RepackRequest all;
  for (const auto& [number, pack] : from.kept().packs) all.packs.insert(number);
  Repacking moving(files, from, to, all, stop);
  if (auto written = moving.write(); !written) return written;
  if (auto used = use(); !used) return used;
  return moving.remove_old();
}

std::set<std::uint32_t> packs_to_compact(const KeptMachine& kept, std::size_t many) {
  for (const auto& [number, pack] : kept.packs) {
    const std::size_t frames = pack.frames.size();
    if (frames >= many && pack.length() / frames < kTinyFrame) return {number};
    // Of runs that were killed, or had no more room.
    const bool wasted = pack.file_size > pack.described() + kMuchWaste;
    if (wasted && pack.whole) return {number};
  }
  return {};
}

}  // namespace clew
