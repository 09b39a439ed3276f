// SPDX-License-Identifier: MIT

#include "serve/channels.h"

#include <chrono>

namespace clew {

std::unique_ptr<Engine> ServeContext::make_engine() const {
  EngineOptions fresh = options;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  fresh.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return std::make_unique<Engine>(files, std::move(fresh), services);
}

std::span<const ChannelKind> channel_kinds() { return {}; }

std::span<const PlainHandler> plain_handlers() { return {}; }

}  // namespace clew
