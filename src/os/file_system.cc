// SPDX-License-Identifier: MIT
#include "os/file_system.h"

#include <algorithm>

#include "os/paths.h"

namespace clew {

std::shared_ptr<const char[]> RandomAccessFile::in_place(size_t /*size*/) const { return nullptr; }

Result<FolderLook> FileSystem::look(const std::string& folder,
                                    std::span<const std::string_view> names) const {
  auto info = stat(folder);
  if (!info) return info.error();
  FolderLook look{*info, {}};
  look.entries.reserve(names.size());
  for (const std::string_view name : names) {
    const auto entry = stat(resolve_path(folder, name));
    look.entries.push_back(entry ? std::optional(*entry) : std::nullopt);
  }
  return look;
}

Result<std::string> read_file(const FileSystem& files, const std::string& path, int64_t max_bytes) {
  auto file = files.open(path);
  if (!file) return file.error();
  auto info = (*file)->info();
  if (!info) return info.error();

  // The size is a hint only: the file may grow, and files of /proc claim to be empty. One byte
  // more than the limit is asked for, to see whether there is more.
  const size_t limit = static_cast<size_t>(std::max<int64_t>(max_bytes, 0)) + 1;
  std::string text;
  size_t used = 0;
  size_t want = static_cast<size_t>(std::max<int64_t>(info->size, 0)) + 1;
  for (;;) {
    text.resize(std::min(limit, std::max(want, used + 4096)));
    auto count = (*file)->read_at(static_cast<int64_t>(used),
                                  std::span(text.data() + used, text.size() - used));
    if (!count) return count.error();
    used += *count;
    if (used == limit) {
      return Error{ErrorCode::kInvalid, "cannot read " + path + ": it is larger than " +
                                            std::to_string(max_bytes) + " bytes"};
    }
    if (*count == 0) break;
    want = used * 2;
  }
  text.resize(used);
  return text;
}

}  // namespace clew
