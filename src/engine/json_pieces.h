// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "engine/operation.h"
#include "json/writer.h"

namespace clew {

// Hands on what was written so far, once it is worth a call. False: nobody listens any more.
inline bool hand_on_piece(json::Writer& out, const Sink& sink) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  return out.text().size() < kPiece || sink(out.take());
}

}  // namespace clew
