// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "os/file_system.h"
#include "usage/time_zone.h"

namespace clew {

struct NamedZone {
  TimeZone zone;
  std::string name;  // "Europe/Berlin", "UTC", "+02:00", "local"
};

// The zone that a person means: a name ("Europe/Berlin"), an offset ("+02:00"), a rule
// ("CET-1CEST,M3.5.0,M10.5.0/3"); empty or "local" for that of the machine, which is what $TZ says,
// else /etc/localtime, else UTC.
Result<NamedZone> load_zone(const FileSystem& files, const std::string& name);

}  // namespace clew
