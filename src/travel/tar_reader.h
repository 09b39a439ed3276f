// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// Reads a tar archive in Zstandard from its start, through libarchive. It may come from anybody:
// whatever is not a plain file is refused, and who asks decides how much is read.
class TarReader {
 public:
  struct Entry {
    std::string name;  // as written: not checked
    std::uint64_t size = 0;
  };

  // Borrows the file.
  static Result<std::unique_ptr<TarReader>> open(const RandomAccessFile& file);
  TarReader(const TarReader&) = delete;
  TarReader& operator=(const TarReader&) = delete;
  ~TarReader();

  // The next file; nothing at the end. kInvalid for links, folders, devices, files with holes.
  Result<std::optional<Entry>> next();
  // The next bytes of it, good until the next call; empty at its end.
  Result<std::string_view> read();

 private:
  struct State;
  explicit TarReader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace clew
