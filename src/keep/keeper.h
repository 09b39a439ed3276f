// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/stop.h"
#include "base/time.h"
#include "keep/forgotten_prompts.h"
#include "keep/keep_place.h"
#include "keep/keep_plan.h"
#include "keep/own_keep.h"
#include "os/durable_file_system.h"
#include "transcript/finding.h"

namespace clew {

struct KeepOptions {
  std::vector<std::string> roots;
  KeepPlace place;
  std::string chunks{};  // file for the index of chunks, a cache; empty: none
  TimeMs now = 0;
  SharedKeptMachine loaded{};  // what this machine has kept, as far as it was read before
  ForgottenPrompts forgotten{};
  KeptNames distrusted{};  // files to keep anew, because what is kept of them is damaged
  std::chrono::milliseconds patience = OwnKeep::kPatience;  // with another process that keeps
  StopToken stop{};
};

// What happened, or would happen, in numbers.
struct KeepReport {
  std::int64_t seen = 0;       // files looked at
  std::int64_t kept = 0;       // files of which something was kept now,
  std::int64_t rewritten = 0;  // of which so many began a new version
  std::int64_t gone = 0;       // files that are not there any more
  std::uint64_t bytes = 0;     // of files, kept now
  std::uint64_t written = 0;   // to the keep for that
  Findings findings;           // files and folders that could not be read
  bool many_pieces = false;    // compact_keep() has something to do
};

// Keeps every byte of the roots that is not kept yet. A file that cannot be read is a finding; an
// error means that the keep cannot be written, and then all of the last commit and before is kept.
// Borrows the files.
Result<KeepReport> keep_roots(DurableFileSystem& files, const KeepOptions& options);

// Puts small pieces together where there are many: one pack at a time, so that it takes a moment.
// True when something was done. Nothing depends on it but size and speed.
Result<bool> compact_keep(DurableFileSystem& files, const KeepOptions& options);

// What keep_roots() would do, as far as a look at the files tells; nothing is written.
Result<KeepReport> preview_keep(const FileSystem& files, const KeepOptions& options);

}  // namespace clew
