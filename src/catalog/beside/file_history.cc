// SPDX-License-Identifier: MIT
#include "catalog/beside/file_history.h"

#include "catalog/layout/contained_path.h"
#include "os/paths.h"

namespace clew {
namespace {

Result<std::string> backup_path(const FileSystem& files, const std::string& root,
                                const PlainName& session, const PlainName& backup) {
  auto folder = path_inside(files, join_path(root, "file-history"), session);
  if (!folder) return folder.error();
  return path_inside(files, *folder, backup);
}

}  // namespace

Result<std::string> read_backup(const FileSystem& files, const std::string& root,
                                const PlainName& session, const PlainName& backup,
                                std::int64_t max_bytes) {
  auto path = backup_path(files, root, session, backup);
  if (!path) return path.error();
  return read_file(files, *path, max_bytes);
}

Result<std::int64_t> size_of_backup(const FileSystem& files, const std::string& root,
                                    const PlainName& session, const PlainName& backup) {
  const auto path = backup_path(files, root, session, backup);
  if (!path) return path.error();
  const auto info = files.stat(*path);
  if (!info) return info.error();
  return info->size;
}

}  // namespace clew
