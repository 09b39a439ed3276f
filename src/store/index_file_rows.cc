// SPDX-License-Identifier: MIT
//
// The table of files: what is known of each, and how far it was read.

#include <algorithm>
#include <numeric>

#include "base/byte_codec.h"
#include "os/paths.h"
#include "store/index_database_impl.h"

namespace clew {
namespace {

// All members of a row but id, path and state.
template <class Use, class File>
void visit_facts(Use& use, File& file) {
  use(file.root_size);
  use(file.key_begin);
  use(file.key_size);
  use(file.session);
  use(file.project);
  use(file.is_agent);
  use(file.device);
  use(file.inode);
  use(file.size);
  use(file.mtime_ns);
  use(file.ctime_ns);
  use(file.indexed);
  use(file.tail);
  use(file.head_hash);
  use(file.tail_hash);
  use(file.documents);
  use(file.skipped);
}

Identity identity_of(std::int64_t id, std::string_view path) {
  return Identity(Identity::Kind::kFile).with(id).with(path);
}

std::string facts_of(const IndexedFile& file) {
  std::string facts;
  ByteWriter out(facts);
  visit_facts(out, file);
  seal(facts, identity_of(file.id, file.path));
  return facts;
}

// A row of: id, path, facts.
Result<IndexedFile> file_of(const sql::Statement& row) {
  IndexedFile file;
  file.id = row.integer(0);
  file.path = row.text(1);
  const auto facts = unseal(row.blob(2), identity_of(file.id, file.path));
  if (!facts) return facts.error();
  ByteReader in(*facts);
  visit_facts(in, file);
  if (!in.at_end() || file.key_begin > file.path.size() || file.root_size > file.path.size())
    return damaged_index("the row of a file is wrong");
  return file;
}

std::vector<IndexedFile> by_path(std::vector<IndexedFile> files) {
  const auto before = [](const IndexedFile& a, const IndexedFile& b) { return a.path < b.path; };
  if (std::is_sorted(files.begin(), files.end(), before)) return files;  // after a build they are
  std::vector<std::uint32_t> order(files.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return files[a].path < files[b].path; });
  std::vector<IndexedFile> sorted;
  sorted.reserve(files.size());
  for (const std::uint32_t i : order) sorted.push_back(std::move(files[i]));
  return sorted;
}

}  // namespace

bool is_below(const IndexedFile& file, const std::vector<std::string>& roots) {
  return std::find(roots.begin(), roots.end(), file.root()) != roots.end();
}

void IndexedFile::set_place(std::string_view new_path, std::string_view root,
                            std::string_view key) {
  path = new_path;
  root_size = static_cast<std::uint32_t>(root.size());
  key_begin = static_cast<std::uint32_t>(std::min(path.find(key, root.size()), path.size()));
  key_size = static_cast<std::uint32_t>(key.size());
}

Result<std::vector<IndexedFile>> IndexDatabase::files() {
  const auto totals = manifest();
  if (!totals) return totals.error();
  // Sorted here: by its index, SQLite would look up every row on its own.
  auto rows = impl_->db.prepare("SELECT id, path, facts FROM file");
  if (!rows) return rows.error();
  std::vector<IndexedFile> files;
  // Rows are large: growing the list would cost as much as reading them.
  const std::int64_t count = (*totals)->files;
  files.reserve(static_cast<std::size_t>(count));
  std::uint64_t sum = 0;
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) break;
    auto file = file_of(*rows);
    if (!file) return file.error();
    if (std::ssize(files) == count)
      return damaged_index("there are more files than there should be");
    sum += seal_of(rows->blob(2));
    files.push_back(std::move(*file));
  }
  if (std::ssize(files) != count || sum != (*totals)->file_sum)
    return damaged_index("the rows of files are not those that there should be");
  return by_path(std::move(files));
}

Result<std::optional<IndexedFile>> IndexDatabase::file_at(const std::string& path) {
  auto use_rows = use("SELECT id, path, facts FROM file WHERE path = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, std::string_view(path)).step();
  if (!row) return row.error();
  if (!*row) return std::optional<IndexedFile>();
  auto file = file_of(*rows);
  if (!file) return file.error();
  return std::optional(std::move(*file));
}

Result<IndexDatabase::Counts> IndexDatabase::counts() {
  const auto totals = manifest();
  if (!totals) return totals.error();
  return Counts{(*totals)->files, (*totals)->documents};
}

Result<std::string> IndexDatabase::state_of(const IndexedFile& file) {
  auto use_rows = use("SELECT state FROM file WHERE id = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, file.id).step();
  if (!row) return row.error();
  if (!*row) return damaged_index("the row of a file is missing");
  auto state = unseal(rows->blob(0), version_of(Identity::Kind::kState, file));
  if (!state) return state.error();
  return std::string(*state);
}

Result<std::int64_t> IndexDatabase::new_file_ids(std::int64_t count) {
  const std::int64_t first = impl_->manifest->next_file;
  impl_->manifest->next_file += count;
  return first;
}

Result<void> IndexDatabase::put_file(const IndexedFile& file) {
  // Also another one at this path, which is about to go.
  if (auto gone = remove_rows(file.id, file.path); !gone) return gone;
  auto use_insert = use("INSERT INTO file (id, path, facts, state) VALUES (?,?,?,?)");
  if (!use_insert) return use_insert.error();
  const std::string facts = facts_of(file);
  const std::string state = sealed(file.state, version_of(Identity::Kind::kState, file));
  (*use_insert)->bind(1, file.id).bind(2, std::string_view(file.path));
  if (auto done = (*use_insert)->bind_blob(3, facts).bind_blob(4, state).run(); !done) return done;
  Manifest& totals = *impl_->manifest;
  ++totals.files;
  totals.documents += file.documents;
  totals.file_sum += seal_of(facts);
  return update_roster(file);
}

// The rows of files, not what is kept beside them.
Result<void> IndexDatabase::remove_rows(std::int64_t with_id, std::string_view or_path) {
  std::vector<std::int64_t> ids;
  {
    auto use_rows = use("SELECT id, path, facts FROM file WHERE id = ?1 OR path = ?2");
    if (!use_rows) return use_rows.error();
    sql::Statement& rows = **use_rows;
    rows.bind(1, with_id).bind(2, or_path);
    for (;;) {
      auto row = rows.step();
      if (!row) return row.error();
      if (!*row) break;
      const auto file = file_of(rows);
      if (!file) return file.error();
      Manifest& totals = *impl_->manifest;
      --totals.files;
      totals.documents -= file->documents;
      totals.file_sum -= seal_of(rows.blob(2));
      ids.push_back(file->id);
    }
  }
  for (const std::int64_t id : ids) {
    if (auto done = run_for("DELETE FROM file WHERE id = ?", id); !done) return done;
  }
  return {};
}

Result<void> IndexDatabase::remove_file(std::int64_t id) {
  if (auto gone = remove_rows(id, ""); !gone) return gone;
  impl_->manifest->rosters.clear();
  auto gone = remove_note("DELETE FROM ledger WHERE file = ?", id, impl_->manifest->ledgers);
  if (!gone) return gone;
  return remove_note("DELETE FROM branches WHERE file = ?", id, impl_->manifest->branches);
}

}  // namespace clew
