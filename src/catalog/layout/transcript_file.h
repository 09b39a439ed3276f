// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "base/parallel.h"
#include "base/result.h"
#include "jsonl/line_stream.h"
#include "os/file_system.h"
#include "transcript/transcript.h"

namespace clew {

struct ReadOptions {
  std::size_t block_size = std::size_t{1} << 20;
  std::int64_t giant_line = kGiantLine;  // longer ones are read condensed, with a finding
  // Files of several pieces are read by several threads, a few pieces at a time.
  std::int64_t piece = std::int64_t{4} << 20;
  int threads = default_threads();
};

// Reads a transcript file, or recorded stream-json output, from start to end.
Result<Transcript> read_transcript(const RandomAccessFile& file, const ReadOptions& options = {});
Result<Transcript> read_transcript(const FileSystem& files, const std::string& path,
                                   const ReadOptions& options = {});

// Goes on reading where the reading of `transcript` ended. That must have been a whole line of this
// file.
Result<void> read_growth(const RandomAccessFile& file, Transcript& transcript,
                         const ReadOptions& options = {});

}  // namespace clew
