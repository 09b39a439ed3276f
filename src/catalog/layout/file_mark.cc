// SPDX-License-Identifier: MIT

#include "catalog/layout/file_mark.h"

#include <algorithm>
#include <array>

#include "base/hash.h"

namespace clew {

Result<std::uint64_t> mark_before(const RandomAccessFile& file, std::int64_t end) {
  constexpr std::int64_t kMarkBytes = 2048;
  std::array<char, kMarkBytes> bytes;
  const std::int64_t start = std::max<std::int64_t>(0, end - kMarkBytes);
  const auto read = file.read_at(start, {bytes.data(), static_cast<std::size_t>(end - start)});
  if (!read) return read.error();
  return hash_bytes({bytes.data(), *read});
}

}  // namespace clew
