// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "base/stop.h"
#include "keep/keep_place.h"
#include "keep/manifest.h"
#include "os/durable_file_system.h"

namespace clew {

struct ForgetReport {
  std::int64_t files = 0;   // that are forgotten
  std::uint64_t bytes = 0;  // of all their versions
  std::int64_t packs = 0;   // that held something of them, and were replaced
};

// Removes files with all their versions from what this machine has kept. The packs that hold
// anything of them are written anew without it and then removed, so that nothing of it is left.
// Whatever happens on the way, nothing else is lost: the old packs go only when the new ones are
// safe. Refused when something else in those packs is damaged, for it would be lost with them.
struct ForgetRequest {
  std::function<bool(const KeptName&)> is_meant;
  // Files that stay, but for some of their lines: RepackRequest.
  std::function<bool(const KeptName&)> is_edited{};
  std::function<bool(std::string_view line)> drops{};
};
Result<ForgetReport> forget_files(DurableFileSystem& files, const KeepPlace& place,
                                  const ForgetRequest& request, StopToken stop);

}  // namespace clew
