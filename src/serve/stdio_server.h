// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>

#include "base/result.h"
#include "serve/message_channel.h"

namespace clew {

struct StdioOptions {
  int in = 0;
  int out = 1;
  std::size_t largest_message = std::size_t{16} << 20;
};

// Puts one channel on a pair of streams, a line for each message, until the input ends or the
// channel closes. All that came is answered before it returns. A line beyond the limit is handed on
// cut, which no protocol takes for a message, and the rest of it is thrown away.
Result<void> serve_stdio(
    const std::function<std::unique_ptr<MessageChannel>(ChannelHost)>& make_channel,
    const StdioOptions& options = {});

}  // namespace clew
