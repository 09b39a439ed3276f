// SPDX-License-Identifier: MIT
#include "catalog/layout/contained_path.h"

#include "os/paths.h"

namespace clew {

Result<std::string> path_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name) {
  auto base = files.real_path(folder);
  if (!base) return base.error();
  auto path = files.real_path(join_path(*base, name));
  if (!path) return path.error();
  if (!PathBelow::parse(*base, *path)) {
    return Error{ErrorCode::kInvalid,
                 join_path(folder, name) + " leads out of its folder, to " + *path};
  }
  return path;
}

Result<std::string> read_inside(const FileSystem& files, const std::string& folder,
                                const PlainName& name, int64_t max_bytes) {
  auto path = path_inside(files, folder, name);
  if (!path) return path.error();
  return read_file(files, *path, max_bytes);
}

}  // namespace clew
