// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "os/file_system.h"

namespace clew {

// The one folder of this disk whose path makes this key, for sessions that were moved or unpacked
// and do not say themselves where they belong now. Nothing when there is none, when several make
// the same key, or when the key is a shortened one. Links are not followed.
std::optional<std::string> folder_of_key(const FileSystem& files, std::string_view key);

// The folder of a project: the one that its lines say, unless they were brought here from another
// and the one that stands for it here is found.
std::string folder_now(const FileSystem& files, std::string_view key, std::string_view recorded);

}  // namespace clew
