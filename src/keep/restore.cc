// SPDX-License-Identifier: MIT
#include "keep/restore.h"

#include <utility>

#include "keep/kept_file.h"
#include "os/temporary_name.h"

namespace clew {
namespace {

// Reads one piece after the other and hands each on once it is known to be what was kept.
template <class Take>
Result<void> each_piece(const KeptWorld::File& kept, const KeptVersion& version, const Take& take) {
  const KeptFileReader reader(version, *kept.packs, kept.info);
  for (const KeptPiece& piece : version.pieces) {
    std::string bytes(piece.length, '\0');
    auto count = reader.read_at(static_cast<std::int64_t>(piece.offset), bytes);
    if (!count) return count.error();
    if (*count != piece.length || piece_hash(bytes) != piece.hash) {
      return Error{ErrorCode::kCorrupt,
                   kept.machine->folder +
                       ": what is kept of this file is damaged; `clew keep check` says more"};
    }
    if (auto taken = take(piece.offset, bytes); !taken) return taken;
  }
  return {};
}

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
    bool same = false;
    if (there.kind == FileKind::kRegular && is_size(there, *item.version)) {
      auto equal = is_same_file(disk_, item.to.text(), *item.from, *item.version);
      if (!equal) return equal.error();
      same = *equal;
    }
    (same ? report_.same : report_.differing).push_back(item.to.text());
    return {};
  }

  Result<void> write(const RestoreItem& item, const PathBelow& place) {
    if (auto made = disk_.create_file(place, {}); !made) return made;
    auto done = each_piece(*item.from, *item.version,
                           [&](std::uint64_t, std::string_view bytes) -> Result<void> {
                             if (stop_.is_stopped()) return stopped_error();
                             if (bytes.empty()) return {};
                             return disk_.append(place, bytes, AppendAt::kEnd);
                           });
    return done ? disk_.sync(place) : done;
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

Result<bool> is_same_file(const FileSystem& disk, const std::string& path,
                          const KeptWorld::File& kept, const KeptVersion& version) {
  auto file = disk.open(path);
  if (!file) return file.error();
  bool same = true;
  auto done =
      each_piece(kept, version, [&](std::uint64_t offset, std::string_view bytes) -> Result<void> {
        if (!same) return {};
        std::string there(bytes.size(), '\0');
        auto count = (*file)->read_at(static_cast<std::int64_t>(offset), there);
        if (!count) return count.error();
        same = *count == bytes.size() && there == bytes;
        return {};
      });
  if (!done) return done.error();
  return same;
}

}  // namespace clew
