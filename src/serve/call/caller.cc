// SPDX-License-Identifier: MIT

#include "serve/call/caller.h"

#include "os/clock.h"

namespace clew {

std::unique_ptr<Engine> Caller::make_engine() const {
  EngineOptions fresh = context_->options;
  fresh.now = clock_now();
  return std::make_unique<Engine>(context_->files, std::move(fresh), context_->services);
}

}  // namespace clew
