// SPDX-License-Identifier: MIT
#include "keep/keep_deletions.h"

#include <algorithm>

#include "keep/own_keep.h"
#include "keep/pack_writer.h"
#include "os/paths.h"

namespace clew {
namespace {

bool is_at_or_below(std::string_view path, std::string_view place) {
  return path.starts_with(place) && (path.size() == place.size() || path[place.size()] == '/');
}

Result<void> note(DurableFileSystem& files, const KeepPlace& place,
                  const std::vector<std::string>& paths, TimeMs now, bool deleted) {
  auto opened = OwnKeep::open(files, place, OwnKeep::Missing::kStays);
  if (!opened && opened.error().code == ErrorCode::kNotFound) return {};  // nothing is kept
  if (!opened) return opened.error();
  PackWriter writer(files, opened->folder(), opened->kept());
  for (const auto& [name, versions] : opened->kept().files) {
    const std::string path = resolve_path(name.root, name.file);
    const bool meant = std::any_of(paths.begin(), paths.end(), [&](const std::string& below) {
      return is_at_or_below(path, below);
    });
    const KeptVersion& last = versions.back();
    if (meant && last.deleted != deleted) writer.note(GoneRecord{name, last.number, now, deleted});
  }
  return writer.commit();
}

}  // namespace

Result<void> note_deleted(DurableFileSystem& files, const KeepPlace& place,
                          const std::vector<std::string>& paths, TimeMs now) {
  return note(files, place, paths, now, /*deleted=*/true);
}

Result<void> note_undeleted(DurableFileSystem& files, const KeepPlace& place,
                            const std::vector<std::string>& paths, TimeMs now) {
  return note(files, place, paths, now, /*deleted=*/false);
}

}  // namespace clew
