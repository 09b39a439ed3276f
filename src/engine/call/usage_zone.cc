// SPDX-License-Identifier: MIT
#include "engine/call/usage_zone.h"

#include <string_view>

#include "os/paths.h"

namespace clew {
namespace {

constexpr std::int64_t kMostBytes = 1 << 20;

Result<TimeZone> zone_from_file(const FileSystem& files, const std::string& path) {
  auto bytes = read_file(files, path, kMostBytes);
  if (!bytes) return bytes.error();
  auto zone = TimeZone::from_tzif(*bytes);
  if (!zone) return with_context(path, zone.error());
  return zone;
}

Result<NamedZone> named(const FileSystem& files, const std::string& name) {
  if (name == "UTC" || name == "GMT") return NamedZone{TimeZone(), name};
  if (const auto fixed = TimeZone::from_offset(name)) return NamedZone{*fixed, name};
  if (is_zone_name(name)) {
    for (const std::string& folder :
         {environment("TZDIR").value_or("/usr/share/zoneinfo"), std::string("/usr/lib/zoneinfo"),
          std::string("/usr/share/lib/zoneinfo")}) {
      if (auto zone = zone_from_file(files, resolve_path(folder, name)))
        return NamedZone{*zone, name};
    }
  }
  if (auto zone = TimeZone::from_rule(name)) return NamedZone{*zone, name};
  return Error{ErrorCode::kInvalid,
               "no time zone \"" + name +
                   "\": give a name like Europe/Berlin, an offset like +02:00, "
                   "UTC or local"};
}

// As the C library takes $TZ: what it cannot make sense of is UTC.
NamedZone local_zone(const FileSystem& files) {
  const auto variable = environment("TZ");
  if (!variable) {
    if (auto zone = zone_from_file(files, "/etc/localtime")) return {*zone, "local"};
    return {TimeZone(), "UTC"};
  }
  std::string name = *variable;
  if (name.starts_with(':')) name.erase(0, 1);
  if (name.starts_with('/')) {
    if (auto zone = zone_from_file(files, name)) return {*zone, name};
  }
  if (auto zone = named(files, name)) return *zone;
  return {TimeZone(), "UTC"};
}

}  // namespace

Result<NamedZone> load_zone(const FileSystem& files, const std::string& name) {
  if (name.empty() || name == "local") return local_zone(files);
  return named(files, name);
}

}  // namespace clew
