// SPDX-License-Identifier: MIT
#include "os/process_probe.h"

namespace clew {

std::optional<std::string> RealProcessProbe::start_mark(std::int64_t /*pid*/) const {
  return std::nullopt;
}

std::string RealProcessProbe::number_space() const { return {}; }

}  // namespace clew
