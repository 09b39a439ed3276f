// SPDX-License-Identifier: MIT

#include "serve/call/caller.h"

#include <chrono>

namespace clew {

std::unique_ptr<Engine> Caller::make_engine() const {
  EngineOptions fresh = context_->options;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  fresh.now = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  return std::make_unique<Engine>(context_->files, std::move(fresh), context_->services);
}

}  // namespace clew
