// SPDX-License-Identifier: MIT
//
// What an index keeps of a file beside its words, collected while its lines are read for them.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "ingest/branch_map.h"
#include "ingest/source_file.h"
#include "jsonl/line_reader.h"
#include "store/index_database.h"
#include "transcript/entry_parser.h"
#include "transcript/line_usage.h"
#include "usage/ledger.h"

namespace clew {

// What is kept of larger sessions says nothing of branches: finding them takes 200 bytes of memory
// for each line.
inline constexpr std::int64_t kLargestWithBranches = std::int64_t{128} << 20;
// Nor are the ledger's rows kept of one with more of them (150 bytes each): usage reads it itself.
inline constexpr std::size_t kMostLedgerRows = 200'000;

// One file at a time, its lines in order.
class FileNotes {
 public:
  // From the first line on. `source` as its place says it, before its lines were asked.
  void start(const TranscriptFile& source);
  // From some later line on, with the ledger that was kept. The branches must be found otherwise.
  void go_on(const TranscriptFile& source, const StoredLedger& kept);

  // `fields` are missing when the line is no JSON; of one that is too long, texts are cut. Says
  // whether the line will have to be taken back if it grows: it has no end yet, and something was
  // learned from it.
  bool add(const Line& line, const LineFields& fields);

  StoredLedger ledger() const;  // to be kept; empty: nothing can be
  // Of a session that was read from its first line on. Gives its memory back.
  std::optional<std::string> take_branches();

 private:
  void set_facts(const TranscriptFile& source);

  LedgerFile facts_;
  LineUsageReader usage_{LineUsageReader::Tools::kInclude};
  std::optional<LedgerPart> part_;
  std::unique_ptr<Transcript> transcript_;  // null: not to be collected
  std::optional<EntryParser> entries_;      // into transcript_
};

}  // namespace clew
