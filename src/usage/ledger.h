// SPDX-License-Identifier: MIT
//
// The ledger: the list of billed API responses, each counted once, each pointing at the file and
// byte that prove it.
//
// A response stands on several lines of its file (one for each block, and again while it streams),
// and files repeat each other: forks, resumed copies, side agents that begin with the main thread.
// Two steps make it one entry, and both depend on nothing but what the files hold, so neither the
// order of reading nor the number of threads can change a figure:
//   - all lines of one file about one response become a LedgerRow. Of each field the greatest value
//     counts: a response grows while it streams, and its last line is usually the whole.
//   - the rows of all files about one response become a BilledResponse, in the same way. The first
//     file by time owns it; the others point to it.
// Rows are small and self-contained: an index can keep them per file (ledger_codec.h) and a ledger
// be made of stored and fresh rows alike.
#pragma once

#include <cstdint>
#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/money.h"
#include "base/time.h"
#include "transcript/entry.h"
#include "transcript/line_usage.h"
#include "transcript/symbols.h"
#include "transcript/tokens.h"
#include "usage/response_key.h"

namespace clew {

// A transcript that rows come from. Which session it belongs to is said by its place, or, for
// subagents that lie beside their session, by its lines: then `session` is empty, and the ledger
// takes what the first line says.
struct LedgerFile {
  std::string path;
  std::string project;  // key of the project's folder, or what stands for it
  std::string session;
  std::string agent;      // of a subagent's file: its id
  bool is_agent = false;  // a subagent's, wherever it lies
};

using FileId = std::uint32_t;  // index into a ledger's files

// Further bits of LedgerRow::flags, beside UsageFlag.
enum RowFlag : std::uint32_t {
  kRowMain = 1U << 8U,      // at least one line is of the main thread
  kRowOriginal = 1U << 9U,  // at least one line does not call itself a copy
};

// What one file says about one response.
struct LedgerRow {
  ResponseKey key;
  TimeMs time = kNoTime;       // earliest of its lines
  TimeMs last_time = kNoTime;  // latest
  std::int64_t offset = 0;     // of the first of its lines
  NanoUsd reported = kNotReported;
  Tokens tokens;
  FileId file = 0;
  Symbol model = kNoSymbol;  // of the first line that names one
  std::uint32_t lines = 0;
  std::uint32_t flags = 0;

  bool is_sidechain() const { return (flags & kRowMain) == 0; }
  bool is_copy() const { return (flags & kRowOriginal) == 0; }
};

// A call of a tool, to be joined with its response.
struct ToolUse {
  ResponseKey key;
  std::uint64_t call = 0;  // hash of the call's id: the same call is written again and again
  Symbol tool = kNoSymbol;
};

// A number that was left out, and where it stands.
struct LedgerFinding {
  FileId file = 0;
  std::int64_t offset = 0;
  std::string what;  // "usage.input_tokens is -5"
};

struct SessionTotal {
  Symbol session = kNoSymbol;
  NanoUsd cost = kNotReported;
};

// What a thread, or an index, has collected: rows of any files in any order, and several for one
// file and response where it was read in pieces. Owns its symbols.
struct LedgerPart {
  SymbolTable symbols;
  std::vector<LedgerRow> rows;
  std::vector<ToolUse> tools;
  std::vector<SessionTotal> totals;
  // Sessions that lines of files without one name: the first line of each piece that was read.
  struct FileSession {
    FileId file = 0;
    std::int64_t offset = 0;
    Symbol session = kNoSymbol;
  };
  std::vector<FileSession> sessions;

  std::vector<LedgerFinding> findings;  // the first kMostFindings of each file
  std::int64_t finding_count = 0;
  std::int64_t lines = 0;       // that reported usage
  std::int64_t free_lines = 0;  // of the CLI's own making
  std::int64_t broken_lines = 0;

  static constexpr std::size_t kMostFindings = 200;

  // Takes what a line says; `file` and `offset` tell where it stands. Lines of one file should come
  // in order: neighbours that belong together are joined at once.
  void add(const LineUsage& line, FileId file, const LedgerFile& facts, std::int64_t offset);

 private:
  void add_record(const UsageRecord& record, FileId file, const LedgerFile& facts,
                  std::int64_t offset);
  Symbol model_symbol(std::string_view name);
  bool is_full_of_findings(FileId file, std::int64_t offset) const;
  Symbol last_model_ = kNoSymbol;
};

// One API response that was paid for. Borrows from the ledger.
struct BilledResponse {
  const LedgerRow* merged = nullptr;
  // Into the ledger's rows by key: the owner's row first, then those of the files that repeat it.
  std::uint32_t first_row = 0;
  std::uint32_t row_count = 0;

  // What all files together say; file and offset are those of the owner.
  const LedgerRow& row() const { return *merged; }
};

struct ToolShare {
  std::uint32_t response = 0;  // index into Ledger::responses
  Symbol tool = kNoSymbol;
  std::uint32_t calls = 0;
};

class Ledger {
 public:
  Ledger(std::vector<LedgerFile> files, std::vector<LedgerPart> parts);
  Ledger(Ledger&&) = default;
  Ledger& operator=(Ledger&&) = default;

  const std::vector<LedgerFile>& files() const { return files_; }
  const LedgerFile& file(FileId id) const { return files_[id]; }
  // By time; those without a time first.
  const std::vector<BilledResponse>& responses() const { return responses_; }
  std::span<const LedgerRow* const> rows_of(const BilledResponse& response) const {
    return std::span(by_key_).subspan(response.first_row, response.row_count);
  }
  // By response, then by the tool's name. Only if tools were asked for when reading.
  const std::vector<ToolShare>& tools() const { return tools_; }
  std::string_view text(Symbol symbol) const { return symbols_.text(symbol); }
  const SymbolTable& symbols() const { return symbols_; }

  // Which response the lines of a key became part of; responses().size() if none.
  std::size_t response_of(const ResponseKey& key) const;
  // All responses of a message.id (of what response_key() makes of it).
  std::vector<std::size_t> responses_of_message(const ResponseKey& key) const;

  // What the CLI itself says the session of this id has cost; kNotReported if it does not.
  NanoUsd reported_total(std::string_view session) const;

  // By path and place, the first LedgerPart::kMostFindings.
  const std::vector<LedgerFinding>& findings() const { return findings_; }
  std::int64_t finding_count() const { return finding_count_; }
  std::int64_t lines() const { return lines_; }
  std::int64_t free_lines() const { return free_lines_; }
  std::int64_t broken_lines() const { return broken_lines_; }

 private:
  void take(LedgerPart part);
  void find_sessions(std::vector<LedgerPart::FileSession> found);
  void rank_files();
  bool owns_before(const LedgerRow& a, const LedgerRow& b) const;
  void sort_rows();
  void merge_rows();
  void merge_message(std::size_t begin, std::size_t end);
  void join_requests(std::span<LedgerRow* const> rows);
  void sort_responses();
  void join_tools();
  // Into responses_by_key_: the first that is not before the key.
  std::vector<std::uint32_t>::const_iterator first_of(const ResponseKey& key) const;

  std::vector<LedgerFile> files_;
  std::vector<std::uint32_t> rank_;  // by file: its place by path
  SymbolTable symbols_;
  // Rows stay where they were read; all that follows is about their places. With an index, moving
  // them would be most of the work.
  std::vector<std::vector<LedgerRow>> rows_;
  std::vector<LedgerRow*> by_key_;  // one for each file and response
  std::deque<LedgerRow> merged_;    // of responses that several files tell of
  std::vector<BilledResponse> responses_;
  std::vector<std::uint32_t> responses_by_key_;
  std::vector<ToolUse> uses_;
  std::vector<std::pair<ResponseKey, ResponseKey>> joined_;  // requests that became part of another
  std::vector<ToolShare> tools_;
  std::vector<NanoUsd> totals_;  // by symbol of a session
  std::vector<LedgerPart::FileSession> sessions_;
  std::vector<LedgerFinding> findings_;
  std::int64_t finding_count_ = 0;
  std::int64_t lines_ = 0;
  std::int64_t free_lines_ = 0;
  std::int64_t broken_lines_ = 0;
};

}  // namespace clew
