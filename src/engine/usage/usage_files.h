// SPDX-License-Identifier: MIT
//
// Reads what transcripts say about usage, all files side by side.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/parallel.h"
#include "base/time.h"
#include "catalog/layout/session_files.h"
#include "os/file_system.h"
#include "usage/ledger.h"

namespace clew {

// Files to be read, and what their places say about them.
struct UsageFiles {
  std::vector<LedgerFile> files;
  std::vector<FileInfo> infos;  // by file
  Findings findings;
};

// What is to be known of these files.
UsageFiles usage_files(SessionFiles found);

// All transcripts of these roots, those of subagents included.
UsageFiles find_usage_files(const FileSystem& files, const std::vector<std::string>& roots,
                            int threads = default_threads());

// One transcript and the subagents that belong to it, wherever it lies.
UsageFiles find_usage_files_of(const FileSystem& files, const std::string& path);

struct ReadUsageOptions {
  LineUsageReader::Tools tools = LineUsageReader::Tools::kLeaveOut;
  // Files that were not changed since then are not read: what they hold is older.
  TimeMs changed_since = kNoTime;
  // By file: not read either, because somebody else knows what it says. Empty: none.
  std::vector<bool> known;
  // Called for each line that reports usage, before it is added; from several threads, each with
  // its own `worker`. For those who want to see the lines themselves.
  std::function<void(FileId file, std::int64_t offset, const LineUsage& line, int worker)> visit;
  int threads = default_threads();
  StopToken stop;
};

// Whether the options leave this file out because of its age.
bool is_too_old(const FileInfo& info, const ReadUsageOptions& options);

// Reads the files into parts of a ledger. A file that cannot be read becomes a finding. Holds one
// block of each file that is being read, and the rows.
std::vector<LedgerPart> read_usage(const FileSystem& files, UsageFiles& found,
                                   const ReadUsageOptions& options);

// Both in one: the ledger of all that there is.
Ledger read_ledger(const FileSystem& files, UsageFiles& found, const ReadUsageOptions& options);

// Reads the lines of one file from `start` on; returns where a later call has to go on.
Result<std::int64_t> read_usage_lines(const RandomAccessFile& file, std::int64_t start,
                                      std::int64_t end, FileId id, const LedgerFile& facts,
                                      LineUsageReader& reader, LedgerPart& part);

}  // namespace clew
