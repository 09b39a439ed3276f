// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <string>

#include "base/result.h"
#include "base/stop.h"
#include "engine/call/operation.h"
#include "json/writer.h"

namespace clew {

// Hands on what was written so far, once it is worth a call. False: nobody listens any more.
inline bool send_full_piece(json::Writer& out, const Sink& sink) {
  constexpr std::size_t kPiece = std::size_t{1} << 16;
  return out.text().size() < kPiece || sink(out.take());
}

// The elements of an array that is open in what was handed on before, in `count` batches:
// make(i) gives the i-th as an array of its own. Several threads make them, a few at a time, and
// they are handed to `sink` in order. False when nobody listens any more, an error after a stop.
Result<bool> send_in_batches(std::size_t count,
                             const std::function<Result<std::string>(std::size_t)>& make,
                             const Sink& sink, StopToken stop = {});

}  // namespace clew
