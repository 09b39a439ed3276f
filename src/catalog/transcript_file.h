// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/result.h"
#include "os/file_system.h"
#include "transcript/transcript.h"

namespace clew {

// Lines beyond this are skipped with a diagnostic. Real sessions have had lines of 95 MB.
inline constexpr std::int64_t kMaxLine = std::int64_t{256} << 20;

struct ReadOptions {
  std::size_t block_size = std::size_t{1} << 20;
  std::int64_t max_line = kMaxLine;
};

// Reads a transcript file, or recorded stream-json output, from start to end.
Result<Transcript> read_transcript(const RandomAccessFile& file, const ReadOptions& options = {});
Result<Transcript> read_transcript(const FileSystem& files, const std::string& path,
                                   const ReadOptions& options = {});

}  // namespace clew
