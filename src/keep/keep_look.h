// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "os/file_system.h"

namespace clew {

// A file of a keep as a look from outside finds it. None is ever changed without growing, being
// replaced or going, so the same look again means the same bytes.
struct SeenKeepFile {
  std::string path;
  std::int64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::uint64_t inode = 0;

  friend bool operator==(const SeenKeepFile&, const SeenKeepFile&) = default;
};

using KeepLook = std::vector<SeenKeepFile>;  // by path

// What lies in the folder of one machine; empty when that cannot be read.
KeepLook look_at_machine(const FileSystem& files, const std::string& folder);
// What lies in the folders of all machines of a keep.
KeepLook look_at_keep(const FileSystem& files, const std::string& keep);

}  // namespace clew
