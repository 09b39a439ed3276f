// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"
#include "os/file_system.h"

namespace clew {

// SHA-256 of bytes that come piece by piece: what `sha256sum` prints, so that a pack can be checked
// without Clew.
class Sha256 {
 public:
  Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;
  ~Sha256();

  void add(std::string_view bytes);
  std::string hex();  // of all that was added; nothing can be added afterwards

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Whether it is how a hash is written: 64 digits, letters in lower case.
bool is_sha256(std::string_view hex);

// The first `size` bytes of a file, piece by piece; kBusy when there are fewer.
template <class Take>
Result<void> each_part(const RandomAccessFile& file, std::uint64_t size, const Take& take) {
  constexpr std::uint64_t kPart = 1 << 20;
  std::string part;
  for (std::uint64_t at = 0; at < size; at += part.size()) {
    part.resize(static_cast<std::size_t>(std::min(kPart, size - at)));
    auto count = file.read_at(static_cast<std::int64_t>(at), part);
    if (!count) return count.error();
    if (*count != part.size()) return Error{ErrorCode::kBusy, "it was cut meanwhile"};
    if (Result<void> taken = take(std::string_view(part)); !taken) return taken;
  }
  return {};
}

}  // namespace clew
