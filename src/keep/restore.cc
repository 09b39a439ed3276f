// SPDX-License-Identifier: MIT
#include "keep/restore.h"

#include <algorithm>
#include <span>
#include <utility>

#include "keep/kept_file.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

bool is_size(const FileInfo& file, const KeptVersion& version) {
  return static_cast<std::uint64_t>(file.size) == version.size();
}

class Restorer {
 public:
  Restorer(DurableFileSystem& disk, StopToken stop) : disk_(disk), stop_(stop) {}

  Result<void> restore(const RestoreItem& item) {
    const auto there = disk_.info(item.to);
    if (!there && there.error().code != ErrorCode::kNotFound) return there.error();
    if (there) return compare(item, *there);
    if (auto made = disk_.create_directories(item.to.parent()); !made) return made;
    const PathBelow unfinished = item.to.parent() / temporary_name();
    auto done = write(item, unfinished);
    // Something may have come there meanwhile: this never replaces.
    if (done) done = disk_.rename_new(unfinished, item.to);
    if (!done) {
      static_cast<void>(disk_.remove(unfinished));
      return with_context(item.to.text(), done.error());
    }
    report_.written.push_back(item.to.text());
    report_.bytes += item.version->size();
    return {};
  }

  RestoreReport take() { return std::move(report_); }

 private:
  Result<void> compare(const RestoreItem& item, const FileInfo& there) {
    const auto begun = is_beginning_of(disk_, item);
    if (!begun) return begun.error();
    if (*begun) return append_rest(item, static_cast<std::uint64_t>(there.size));
    bool same = false;
    if (there.kind == FileKind::kRegular && is_size(there, *item.version)) {
      auto equal = is_same_file(disk_, item.to.text(), *item.version);
      if (!equal) return equal.error();
      same = *equal;
    }
    (same ? report_.same : report_.differing).push_back(item.to.text());
    return {};
  }

  // Whatever stops this leaves a beginning again.
  Result<void> append_rest(const RestoreItem& item, std::uint64_t from) {
    const KeptFileReader reader(*item.version, *item.from->packs, item.from->info);
    for (const KeptPiece& piece : item.version->pieces) {
      if (piece.end() <= from) continue;
      if (stop_.is_stopped()) return stopped_error();
      const auto bytes = read_piece(reader, piece);
      if (!bytes) return damaged(item, bytes.error());
      const std::string_view rest = std::string_view(*bytes).substr(
          from > piece.offset ? static_cast<std::size_t>(from - piece.offset) : 0);
      if (auto done = disk_.append(item.to, rest, AppendAt::kEnd); !done) return done;
    }
    report_.written.push_back(item.to.text());
    report_.bytes += item.version->size() - from;
    return disk_.sync(item.to);
  }

  Result<void> write(const RestoreItem& item, const PathBelow& place) {
    if (auto made = disk_.create_file(place, {}); !made) return made;
    const KeptFileReader reader(*item.version, *item.from->packs, item.from->info);
    for (const KeptPiece& piece : item.version->pieces) {
      if (stop_.is_stopped()) return stopped_error();
      const auto bytes = read_piece(reader, piece);
      if (!bytes) return damaged(item, bytes.error());
      if (bytes->empty()) continue;
      if (auto done = disk_.append(place, *bytes, AppendAt::kEnd); !done) return done;
    }
    return disk_.sync(place);
  }

  static Error damaged(const RestoreItem& item, const Error& error) {
    if (error.code != ErrorCode::kCorrupt) return error;
    return {ErrorCode::kCorrupt,
            item.from->machine->folder +
                ": what is kept of this file is damaged; `clew keep check` says more"};
  }

  DurableFileSystem& disk_;
  StopToken stop_;
  RestoreReport report_;
};

}  // namespace

Result<RestoreReport> restore_files(DurableFileSystem& disk, const std::vector<RestoreItem>& items,
                                    StopToken stop) {
  Restorer restorer(disk, stop);
  for (const RestoreItem& item : items) {
    if (stop.is_stopped()) return stopped_error();
    if (auto done = restorer.restore(item); !done) return done.error();
  }
  return restorer.take();
}

Result<bool> is_beginning_of(const FileSystem& disk, const RestoreItem& item) {
  const auto file = disk.open(item.to.text());
  if (!file) return file.error().code == ErrorCode::kNotFound ? Result<bool>(false) : file.error();
  const auto info = (*file)->info();
  if (!info) return info.error();
  const auto size = static_cast<std::uint64_t>(info->size);
  const bool lines = item.to.text().ends_with(".jsonl");
  if (!lines || info->kind != FileKind::kRegular || size >= item.version->size()) return false;
  const KeptFileReader reader(*item.version, *item.from->packs, item.from->info);
  std::string here(std::size_t{1} << 16, '\0');
  std::string kept = here;
  for (std::uint64_t at = 0; at < size;) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(here.size(), size - at));
    const auto one = (*file)->read_at(static_cast<std::int64_t>(at), std::span(here).first(length));
    const auto other = reader.read_at(static_cast<std::int64_t>(at), std::span(kept).first(length));
    if (!one) return one.error();
    if (!other) return other.error();
    if (*one != length || *other != length ||
        !std::equal(here.begin(), here.begin() + static_cast<std::ptrdiff_t>(length), kept.begin()))
      return false;
    at += length;
  }
  return true;
}

Result<bool> is_same_file(const FileSystem& disk, const std::string& path,
                          const KeptVersion& version) {
  const auto file = disk.open(path);
  return file ? holds_version(**file, version) : file.error();
}

}  // namespace clew
