// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
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

// What is in one whole frame. kCorrupt when it is damaged, or holds other than `length` bytes.
Result<std::string> unpack_frame(std::string_view frame, std::size_t length);

}  // namespace clew
