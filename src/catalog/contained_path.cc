// SPDX-License-Identifier: MIT
#include "catalog/contained_path.h"

#include "os/paths.h"

namespace clew {

bool is_plain_name(std::string_view name) {
  return !name.empty() && name != "." && name != ".." &&
         name.find_first_of(std::string_view("/\0", 2)) == std::string_view::npos;
}

Result<std::string> path_inside(const FileSystem& files, const std::string& folder,
                                std::string_view name) {
  if (!is_plain_name(name)) {
    return Error{ErrorCode::kInvalid,
                 "\"" + std::string(name) + "\" is not the name of a file in " + folder};
  }
  auto base = files.real_path(folder);
  if (!base) return base.error();
  auto path = files.real_path(join_path(*base, name));
  if (!path) return path.error();
  if (!path->starts_with(join_path(*base, "") + "/")) {
    return Error{ErrorCode::kInvalid,
                 join_path(folder, name) + " leads out of its folder, to " + *path};
  }
  return path;
}

Result<std::string> read_inside(const FileSystem& files, const std::string& folder,
                                std::string_view name, int64_t max_bytes) {
  auto path = path_inside(files, folder, name);
  if (!path) return path.error();
  return read_file(files, *path, max_bytes);
}

}  // namespace clew
