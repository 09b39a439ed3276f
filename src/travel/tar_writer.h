// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>

#include "base/result.h"
#include "base/time.h"

namespace clew {

// Writes regular files one after the other as a tar archive (the GNU format, which every tar
// reads) in one Zstandard frame. Holds a window of 32 MB, whatever the files are.
//
// Only reading is libarchive's: its writer brings every format that it knows, and with them nine
// libraries that would have to be found at each start of the program. What we write of tar is a
// block of 512 bytes before each file.
class TarWriter {
 public:
  // Gets the archive, piece by piece.
  using Take = std::function<Result<void>(std::string_view)>;

  explicit TarWriter(Take take);
  TarWriter(const TarWriter&) = delete;
  TarWriter& operator=(const TarWriter&) = delete;
  ~TarWriter();

  // A file of this name, readable by its owner alone; exactly `size` bytes must follow.
  Result<void> begin_file(std::string_view name, std::uint64_t size, TimeMs modified);
  Result<void> write(std::string_view bytes);
  // After the last file.
  Result<void> finish();

 private:
  struct State;

  Result<void> put(std::string_view bytes);
  Result<void> pad();  // up to the end of a block

  std::unique_ptr<State> state_;
};

}  // namespace clew
