// SPDX-License-Identifier: MIT
#include "tui/world.h"

#include "os/clock.h"

namespace clew::tui {

std::unique_ptr<Engine> World::engine() const {
  EngineOptions now = options;
  now.now = clock_now();
  return std::make_unique<Engine>(files, std::move(now), services);
}

Result<Arguments> arguments_of(std::string_view operation, const Arguments::Given& given) {
  return Arguments::check(*find_operation(operation), given);
}

}  // namespace clew::tui
