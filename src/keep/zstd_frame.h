// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace clew {

// Makes frames of Zstandard, each of which says its length and has a checksum of its content. Not
// for several threads at once.
class FramePacker {
 public:
  FramePacker();
  ~FramePacker();
  FramePacker(FramePacker&&) noexcept;
  FramePacker& operator=(FramePacker&&) noexcept;

  Result<std::string> pack(std::string_view bytes);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// Fills `out` with what is in one whole frame. kCorrupt when it is damaged, or holds more or less.
Result<void> unpack_frame(std::string_view frame, std::span<char> out);

}  // namespace clew
