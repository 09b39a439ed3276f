// SPDX-License-Identifier: MIT

#include "engine/live/live_services.h"

#include <utility>

namespace clew {

LiveServices::~LiveServices() {
  if (starter_.joinable()) starter_.join();
}

void LiveServices::watch(WritableFileSystem& files, const EngineOptions& options,
                         std::function<void(EventBus&, const Result<void>&)> done) {
  std::call_once(once_, [&] {
    starter_ = std::thread([this, &files, options, done = std::move(done)] {
      auto started = LiveWatch::start(files, options, events_, {.sessions = &sessions_});
      if (started) live_ = std::move(*started);
      done(events_, started ? Result<void>() : Result<void>(started.error()));
    });
  });
}

}  // namespace clew
