// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "keep/kept_world.h"

namespace clew {

// Holds what is kept for a program that answers many requests: it is loaded again only when the
// keep has changed. Thread-safe.
class KeptWorlds {
 public:
  // As KeptWorld::load(), whose result may be the one of the last time.
  Result<std::shared_ptr<const KeptWorld>> load(const FileSystem& files, const KeepPlace& place);

 private:
  // All files of the keep as a look finds them.
  struct Seen {
    std::string path;
    std::int64_t size = 0;
    std::int64_t mtime_ns = 0;
    std::uint64_t inode = 0;

    friend bool operator==(const Seen&, const Seen&) = default;
  };
  static std::vector<Seen> look(const FileSystem& files, const std::string& folder);

  std::mutex mutex_;  // guards what follows
  KeepPlace place_;
  std::vector<Seen> seen_;
  std::shared_ptr<const KeptWorld> world_;
};

}  // namespace clew
