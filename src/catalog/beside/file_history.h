// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "os/file_system.h"
#include "os/plain_name.h"

namespace clew {

inline constexpr std::int64_t kLargestBackup = std::int64_t{256} << 20;

// The content of a file as Claude Code kept it: <root>/file-history/<session>/<backup>, where
// `backup` is a backupFileName of a snapshot ("0123456789abcdef@v2"). Names that lead elsewhere are
// refused, and so is more than `max_bytes`.
Result<std::string> read_backup(const FileSystem& files, const std::string& root,
                                const PlainName& session, const PlainName& backup,
                                std::int64_t max_bytes = kLargestBackup);

// How large it is, without reading it.
Result<std::int64_t> size_of_backup(const FileSystem& files, const std::string& root,
                                    const PlainName& session, const PlainName& backup);

}  // namespace clew
