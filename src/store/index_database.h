// SPDX-License-Identifier: MIT
//
// The index on disk: one SQLite file (schema.sql) with segments of our own in it. SQLite gives what
// is hard to get right - transactions that survive a kill at any moment, readers beside a writer -
// and the segments give the speed (docs/index.md).
//
// Nothing that is read is believed: every blob has a checksum that also says what it is, lists are
// compared with the manifest, and what is looked up says itself that it is what was looked for.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/manifest.h"
#include "store/roster.h"
#include "store/segment.h"

namespace clew {

struct IndexedFile {
  std::int64_t id = 0;
  std::string path;  // <root>/projects/<key>/...
  std::string session;
  std::string project;
  bool is_agent = false;
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  std::int64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::int64_t indexed = 0;
  bool tail = false;
  std::uint64_t head_hash = 0;
  std::uint64_t tail_hash = 0;
  std::int64_t documents = 0;
  std::int64_t skipped = 0;
  std::string state;  // not filled in by files()

  // Thousands of rows are read for every query: what the path says is not stored twice.
  std::string_view root() const { return std::string_view(path).substr(0, root_size); }
  std::string_view key() const { return std::string_view(path).substr(key_begin, key_size); }
  void set_place(std::string_view new_path, std::string_view root, std::string_view key);

  std::uint32_t root_size = 0;
  std::uint32_t key_begin = 0;
  std::uint32_t key_size = 0;
};

bool is_below(const IndexedFile& file, const std::vector<std::string>& roots);
RosterFile roster_file(const IndexedFile& file);  // points into it

struct StoredLedger {
  std::string rows;
  std::string tools;
};

struct StoredBranches {
  std::int64_t size = 0;
  std::string map;
};

// The rows of a file's ledger as they are stored, without their checksums: those of this version of
// the file, else damage.
struct LedgerView {
  std::string_view rows;
  std::optional<std::string_view> tools;  // nothing: nobody asked for them
};
Result<LedgerView> open_ledger(const RosterFile& file, const LedgerView& stored);

// A block, without its checksums.
struct BlockView {
  std::string_view first_term;  // empty: of all that come before the next
  std::string_view next_term;   // empty: there is no next
  std::string_view terms;
  std::string_view positions;
};

// A term found in a segment, with the bytes that its views point into.
struct FoundTerm {
  std::string term;
  Postings postings;
};
using FoundTerms = std::vector<FoundTerm>;

enum class Positions : std::uint8_t { kNo, kYes };

// One connection; one thread at a time. Whatever is wrong with the file is an error with kCorrupt:
// the cure is to remove it. A file of a newer Clew is kUnsupported and not touched.
class IndexDatabase {
 public:
  // kNotFound when there is none.
  static Result<std::unique_ptr<IndexDatabase>> open_to_read(const std::string& path);
  // Makes it when there is none, and anew when it is of an older version.
  static Result<std::unique_ptr<IndexDatabase>> open_to_write(const std::string& path);
  ~IndexDatabase();

  // In between everything read is of one moment.
  Result<void> begin_reading();
  void end_reading();

  Result<std::vector<IndexedFile>> files();  // sorted by path
  Result<std::optional<IndexedFile>> file_at(const std::string& path);
  struct Counts {
    std::int64_t files = 0;
    std::int64_t documents = 0;  // of these files
  };
  Result<Counts> counts();
  Result<Roster> roster(const std::vector<std::string>& roots);
  Result<std::string> state_of(const IndexedFile& file);
  // What is kept of a file beside its words; empty: nothing.
  Result<StoredLedger> ledger_of(const IndexedFile& file);
  // As they are stored: to be opened (open_ledger).
  Result<void> each_ledger(
      bool with_tools,
      const std::function<void(std::int64_t file, const LedgerView& stored)>& visit);
  Result<StoredBranches> branches_of(std::int64_t file);
  Result<std::vector<SegmentInfo>> segments();
  Result<DocumentFacts> facts(const SegmentInfo& segment);
  Result<void> read_facts(std::int64_t segment, std::uint32_t page, DocumentFacts& facts);
  Result<DocumentPlace> place(std::int64_t segment, std::uint32_t document);

  // The term, or all that begin with it. What is found lives in `keep`.
  Result<FoundTerms> find(const SegmentInfo& segment, std::string_view term, bool prefix,
                          Positions positions, std::deque<std::string>& keep);
  // All terms in order. `visit` returns false to stop.
  Result<void> each_block(const SegmentInfo& segment,
                          const std::function<bool(const BlockView&)>& visit);

  // --- writing, between begin() and commit() ---
  Result<void> begin();
  Result<void> commit();  // or nothing is changed
  void roll_back();
  Result<std::int64_t> new_file_ids(std::int64_t count);  // the first of them
  Result<void> put_file(const IndexedFile& file);         // by id
  Result<void> remove_file(std::int64_t id);              // and what is kept of it
  // Replaces the roster of a root. From then on it is kept up to date with the rows of files, or,
  // if that cannot be done, forgotten.
  Result<void> put_roster(const std::string& root, const std::vector<RosterPart>& parts);
  // Of the file as its row says. Empty ones are forgotten.
  Result<void> put_ledger(const IndexedFile& file, const StoredLedger& ledger);
  Result<void> put_branches(std::int64_t file, const StoredBranches& branches);
  Result<void> add_segment(EncodedSegment segment);
  Result<void> remove_segment(std::int64_t id);

  // Moves what was written from the log into the file.
  void tidy();
  // SQLite's own check, and the numbers of rows. index_verify.h looks at what is in them.
  Result<void> check_structure();
  Result<std::int64_t> bytes();

 private:
  Result<void> update_roster(const IndexedFile& file);
  Result<void> add_roster_parts(RosterTotals& totals, Roster& roster);
  Result<void> remove_rows(std::int64_t with_id, std::string_view or_path);
  Result<void> remove_note(std::string_view text, std::int64_t file, std::int64_t& count);
  Result<Manifest*> manifest();

  class Use;
  Result<Use> use(std::string_view text);
  Result<void> run_for(std::string_view text, std::int64_t id);

  struct Impl;
  explicit IndexDatabase(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace clew
