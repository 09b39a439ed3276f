// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "base/result.h"
#include "serve/call/message_channel.h"

namespace clew {

// How messages stand in a stream of bytes.
enum class Framing : std::uint8_t {
  kLines,     // each ends with a line end
  kLength24,  // each has its length before it, in three bytes, the highest first
};

struct StdioOptions {
  int in = 0;
  int out = 1;
  std::size_t largest_message = std::size_t{16} << 20;
  Framing framing = Framing::kLines;
};

// Puts one channel on a pair of streams until the input ends or the channel closes. All that came
// is answered before it returns. A line beyond the limit is handed on cut, which no protocol takes
// for a message, and the rest of it is thrown away.
Result<void> serve_stdio(
    const std::function<std::unique_ptr<MessageChannel>(ChannelHost)>& make_channel,
    const StdioOptions& options = {});

}  // namespace clew
