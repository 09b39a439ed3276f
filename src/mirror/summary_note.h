// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "os/file_system.h"
#include "transcript/session_summary.h"

namespace clew {

// The summary of a main transcript as far as it was folded; a cache, so that a list of thousands of
// sessions reads only their ends.
struct SummaryNote {
  SessionSummary summary{};
  std::uint64_t end = 0;  // bytes of the transcript that are in it

  // A note that cannot be read is that of nothing.
  static SummaryNote decode(std::string_view text);
  std::string encode() const;

  // Folds the lines up to `end` into it. False when the file cannot be read.
  bool fold(const RandomAccessFile& transcript, std::uint64_t end);
};

}  // namespace clew
