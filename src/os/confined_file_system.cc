// SPDX-License-Identifier: MIT

#include "os/confined_file_system.h"

#include "os/path_below.h"

namespace clew {
namespace {

Error nothing_there(std::string_view path) {
  return {ErrorCode::kNotFound, std::string(path) + ": there is no such file"};
}

}  // namespace

bool ConfinedFileSystem::has(std::string_view path) const {
  return path == folder_ || PathBelow::parse(folder_, path).has_value();
}

Result<void> ConfinedFileSystem::admit(FileAccess /*access*/, std::string_view path,
                                       std::string_view other) const {
  if (!has(path)) return nothing_there(path);
  if (!other.empty() && !has(other)) return nothing_there(other);
  return {};
}

}  // namespace clew
