// SPDX-License-Identifier: MIT
//
// A file that grew was nearly always appended to, but a rewind may cut it and let it grow again,
// and a sync tool may put another in its place. So the numbers only say what is possible; the
// indexer then compares hashes of the first and last 4 KiB of what is indexed. That costs the same
// for a file of any size. Not seen: bytes changed in place, in the middle, by something that also
// appends; nothing that writes transcripts does that.
#include "ingest/plan.h"

#include <algorithm>
#include <map>

namespace clew {
namespace {

using Kind = SourceChange::Kind;
using Inode = std::pair<std::uint64_t, std::uint64_t>;

Kind change_of(const IndexedFile& known, const FileInfo& now) {
  const bool same_file = known.device == now.device && known.inode == now.inode;
  // A last line without an end that is in the index would be there twice.
  return same_file && now.size > known.size && !known.tail ? Kind::kGrown : Kind::kRewritten;
}

}  // namespace

std::vector<SourceChange> plan_changes(const std::vector<IndexedFile>& known,
                                       const std::vector<TranscriptFile>& found,
                                       const std::vector<std::string>& roots) {
  std::vector<SourceChange> changes;
  std::vector<std::size_t> fresh;     // on disk only
  std::map<Inode, std::size_t> gone;  // in the index only
  std::size_t k = 0;
  std::size_t f = 0;
  while (k < known.size() || f < found.size()) {
    const int order = k == known.size()   ? 1
                      : f == found.size() ? -1
                                          : known[k].path.compare(found[f].path);
    if (order < 0) {
      if (is_below(known[k], roots)) {
        gone[{known[k].device, known[k].inode}] = k;
        changes.push_back({Kind::kGone, k, SIZE_MAX});
      }
      ++k;
    } else if (order > 0) {
      fresh.push_back(f++);
    } else {
      if (!same_version(known[k], found[f].info)) {
        changes.push_back({change_of(known[k], found[f].info), k, f});
      }
      ++k;
      ++f;
    }
  }
  for (const std::size_t index : fresh) {
    const FileInfo& info = found[index].info;
    const auto old = gone.find({info.device, info.inode});
    if (old == gone.end() || info.size < known[old->second].size) {
      changes.push_back({Kind::kNew, SIZE_MAX, index});
      continue;
    }
    changes.push_back({Kind::kMoved, old->second, index});
    std::erase_if(changes, [&](const SourceChange& change) {
      return change.kind == Kind::kGone && change.known == old->second;
    });
    gone.erase(old);
  }
  return changes;
}

std::vector<SourceChange> plan_changes_of(const std::vector<IndexedFile>& known,
                                          const std::vector<TranscriptFile>& found) {
  std::vector<SourceChange> changes;
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (!same_version(known[i], found[i].info))
      changes.push_back({change_of(known[i], found[i].info), i, i});
  }
  return changes;
}

std::int64_t bytes_to_read(const SourceChange& change, const std::vector<IndexedFile>& known,
                           const std::vector<TranscriptFile>& found) {
  switch (change.kind) {
    case Kind::kGone:
      return 0;
    case Kind::kNew:
    case Kind::kRewritten:
      return found[change.found].info.size;
    case Kind::kGrown:
    case Kind::kMoved:
      return found[change.found].info.size - known[change.known].indexed;
  }
  return 0;
}

}  // namespace clew
