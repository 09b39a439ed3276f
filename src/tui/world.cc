// SPDX-License-Identifier: MIT
#include "tui/world.h"

#include <chrono>

namespace clew::tui {

std::unique_ptr<Engine> World::engine() const {
  EngineOptions now = options;
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  now.now = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
  return std::make_unique<Engine>(files, std::move(now), services);
}

Result<Arguments> arguments_of(std::string_view operation, const Arguments::Given& given) {
  return Arguments::check(*find_operation(operation), given);
}

}  // namespace clew::tui
