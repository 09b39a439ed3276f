// SPDX-License-Identifier: MIT
//
// The ledger rows that the index keeps: what `usage` need not read again.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/search/search_index.h"
#include "engine/usage/usage_files.h"

namespace clew {

// What the index holds, as it was when opened.
class UsageIndex {
 public:
  // kNotFound: there is none. Then, and when it cannot be used, an empty one serves as well, which
  // only costs time.
  static Result<UsageIndex> open(const Engine& engine, LineUsageReader::Tools tools);

  // All files as they are now, if the index could tell without listing their folders. Once.
  std::optional<UsageFiles> take_files() { return std::move(found_); }

  // The parts of those files that are as they were when indexed, and in `options.known` which these
  // are. All others are to be read.
  std::vector<LedgerPart> parts_of(const UsageFiles& found, ReadUsageOptions& options) const;

 private:
  struct Kept {
    std::string path;
    RosterFile file;        // without texts
    std::string_view rows;  // encoded, in bytes_
    std::string_view tools;
  };
  using StoredById = std::unordered_map<std::uint32_t, LedgerView>;

  Result<void> read_rows(IndexDatabase& database, LineUsageReader::Tools tools, StoredById& stored);
  // Both leave `files_` as the index has them, without rows.
  void take_roster(const Roster& roster, const TreeCheck& check);
  Result<void> take_all(IndexDatabase& database);
  const Kept* find(const std::string& path, std::size_t guess) const;
  std::string_view keep(std::string_view bytes);
  static bool add_kept(LedgerPart& part, const Kept& kept, FileId file,
                       LineUsageReader::Tools tools);

  std::vector<Kept> files_;          // by path, unless found_ is given
  std::optional<UsageFiles> found_;  // then in the order of files_
  std::deque<std::string> bytes_;
};

}  // namespace clew
