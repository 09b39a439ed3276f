// SPDX-License-Identifier: MIT

#include "engine/call/operation_handlers.h"
#include "engine/live/tail_stream.h"

namespace clew {

Result<Outcome> run_tail(Engine& engine, const Arguments& arguments, const Sink& sink) {
  auto stream = TailStream::open(engine, arguments);
  if (!stream) return stream.error();
  for (;;) {
    const auto events = (*stream)->next(kAskAgain);
    // Nothing to say: is anybody still there?
    if (events.empty() && !sink("")) return Outcome::kFound;
    for (const auto& event : events) {
      if (!sink(*event->json() + "\n")) return Outcome::kFound;
    }
  }
}

}  // namespace clew
