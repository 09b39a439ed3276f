// SPDX-License-Identifier: MIT
//
// What is kept of a file beside its words: its ledger and its branches.

#include "store/index_database_impl.h"

namespace clew {
namespace {

Result<LedgerView> unseal_ledger(const LedgerView& stored, const Identity& rows_identity,
                                 const Identity& tools_identity) {
  const auto rows = unseal(stored.rows, rows_identity);
  if (!rows) return rows.error();
  if (!stored.tools) return LedgerView{*rows, {}};
  const auto tools = unseal(*stored.tools, tools_identity);
  if (!tools) return tools.error();
  return LedgerView{*rows, *tools};
}

Identity branches_identity(std::int64_t file, std::int64_t size) {
  return Identity(Identity::Kind::kBranches).with(file).with(size);
}

}  // namespace

Result<LedgerView> open_ledger(const RosterFile& file, const LedgerView& stored) {
  using Kind = Identity::Kind;
  return unseal_ledger(stored, version_of(Kind::kLedger, file.id, file.size, file.mtime_ns),
                       version_of(Kind::kLedgerTools, file.id, file.size, file.mtime_ns));
}

Result<StoredLedger> IndexDatabase::ledger_of(const IndexedFile& file) {
  auto use_rows = use("SELECT rows, tools FROM ledger WHERE file = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, file.id).step();
  if (!row) return row.error();
  if (!*row) return StoredLedger{};
  const auto ledger =
      unseal_ledger({rows->blob(0), rows->blob(1)}, version_of(Identity::Kind::kLedger, file),
                    version_of(Identity::Kind::kLedgerTools, file));
  if (!ledger) return ledger.error();
  return StoredLedger{std::string(ledger->rows), std::string(*ledger->tools)};
}

Result<void> IndexDatabase::each_ledger(
    bool with_tools, const std::function<void(std::int64_t, const LedgerView&)>& visit) {
  const auto totals = manifest();
  if (!totals) return totals.error();
  auto rows = impl_->db.prepare(with_tools ? "SELECT file, rows, tools FROM ledger"
                                           : "SELECT file, rows FROM ledger");
  if (!rows) return rows.error();
  for (std::int64_t count = 0;; ++count) {
    auto row = rows->step();
    if (!row) return row.error();
    if (*row == (count == (*totals)->ledgers))
      return damaged_index("the ledgers are not those that there should be");
    if (!*row) return {};
    LedgerView view{rows->blob(1), {}};
    if (with_tools) view.tools = rows->blob(2);
    visit(rows->integer(0), view);
  }
}

Result<StoredBranches> IndexDatabase::branches_of(std::int64_t file) {
  auto use_rows = use("SELECT size, map FROM branches WHERE file = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, file).step();
  if (!row) return row.error();
  if (!*row) return StoredBranches{};
  const std::int64_t size = rows->integer(0);
  const auto map = unseal(rows->blob(1), branches_identity(file, size));
  if (!map) return map.error();
  return StoredBranches{size, std::string(*map)};
}

Result<void> IndexDatabase::put_ledger(const IndexedFile& file, const StoredLedger& ledger) {
  std::int64_t& count = impl_->manifest->ledgers;
  if (auto gone = remove_note("DELETE FROM ledger WHERE file = ?", file.id, count); !gone)
    return gone;
  if (ledger.rows.empty()) return {};
  auto put = use("INSERT INTO ledger VALUES (?, ?, ?)");
  if (!put) return put.error();
  const std::string rows = sealed(ledger.rows, version_of(Identity::Kind::kLedger, file));
  const std::string tools = sealed(ledger.tools, version_of(Identity::Kind::kLedgerTools, file));
  ++count;
  return (*put)->bind(1, file.id).bind_blob(2, rows).bind_blob(3, tools).run();
}

Result<void> IndexDatabase::put_branches(std::int64_t file, const StoredBranches& branches) {
  std::int64_t& count = impl_->manifest->branches;
  if (auto gone = remove_note("DELETE FROM branches WHERE file = ?", file, count); !gone)
    return gone;
  if (branches.map.empty()) return {};
  auto put = use("INSERT INTO branches VALUES (?, ?, ?)");
  if (!put) return put.error();
  const std::string map = sealed(branches.map, branches_identity(file, branches.size));
  ++count;
  return (*put)->bind(1, file).bind(2, branches.size).bind_blob(3, map).run();
}

// What is kept of a file beside its words, and its number.
Result<void> IndexDatabase::remove_note(std::string_view text, std::int64_t file,
                                        std::int64_t& count) {
  if (auto done = run_for(text, file); !done) return done;
  count -= impl_->db.changes();
  return {};
}

}  // namespace clew
