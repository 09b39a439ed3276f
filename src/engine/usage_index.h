// SPDX-License-Identifier: MIT
//
// The ledger rows that the index keeps: what `usage` need not read again.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "engine/search_index.h"
#include "engine/usage_files.h"

namespace clew {

// What the index holds, as it was when opened. Opening it does not look at the files, so that both
// can be done at once.
class UsageIndex {
 public:
  // Without an index that can be used it is empty, which only costs time.
  static UsageIndex open(const Engine& engine, LineUsageReader::Tools tools);

  // The parts of those files that are as they were when indexed, and in `options.known` which these
  // are. All others are to be read.
  std::vector<LedgerPart> parts_of(const UsageFiles& found, ReadUsageOptions& options) const;

 private:
  struct Kept {
    IndexedFile file;
    std::string_view rows;  // encoded, in bytes_
    std::string_view tools;
  };
  std::string_view keep(std::string_view bytes);
  static bool add_kept(LedgerPart& part, const Kept& kept, FileId file,
                       LineUsageReader::Tools tools);

  std::vector<Kept> files_;  // by path
  std::deque<std::string> bytes_;
};

}  // namespace clew
