// SPDX-License-Identifier: MIT
//
// Rosters: the files of a root by folder, as a look at the disk wants them.

#include <algorithm>
#include <span>

#include "os/paths.h"
#include "store/index_database_impl.h"

namespace clew {
namespace {

Identity roster_identity(std::string_view root, std::string_view folder, std::string_view first) {
  return Identity(Identity::Kind::kRoster).with(root).with(folder).with(first);
}

// By folder and first file. They were written so, and mostly are read so.
void sort_parts(std::span<RosterPart> parts) {
  const auto before = [](const RosterPart& a, const RosterPart& b) {
    if (a.folder != b.folder) return a.folder < b.folder;
    return !b.files.empty() && (a.files.empty() || a.files.front().name < b.files.front().name);
  };
  if (!std::is_sorted(parts.begin(), parts.end(), before))
    std::sort(parts.begin(), parts.end(), before);
}

}  // namespace

RosterFile roster_file(const IndexedFile& file) {
  RosterFile one;
  one.name = base_name(file.path);
  one.session = file.session;
  one.id = static_cast<std::uint32_t>(file.id);
  one.device = file.device;
  one.inode = file.inode;
  one.size = file.size;
  one.mtime_ns = file.mtime_ns;
  one.ctime_ns = file.ctime_ns;
  one.skipped = file.skipped;
  return one;
}

Result<Roster> IndexDatabase::roster(const std::vector<std::string>& roots) {
  const auto totals = manifest();
  if (!totals) return totals.error();
  Roster roster;
  for (const std::string& root : roots) {
    RosterTotals* const one = (*totals)->roster_of(root);
    if (!one) return Roster{};
    if (auto added = add_roster_parts(*one, roster); !added) return added.error();
  }
  roster.complete = true;
  return roster;
}

Result<void> IndexDatabase::add_roster_parts(RosterTotals& totals, Roster& roster) {
  // All rows one after another: by its index, SQLite would look up every row on its own.
  auto rows = impl_->db.prepare("SELECT folder, first_name, facts FROM roster WHERE +root = ?");
  if (!rows) return rows.error();
  rows->bind(1, std::string_view(totals.root));
  const std::ptrdiff_t first = std::ssize(roster.parts);
  const std::string_view root = roster.bytes.emplace_back(totals.root);
  std::uint64_t sum = 0;
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) break;
    const std::string_view bytes = rows->blob(2);
    auto facts = unseal(bytes, roster_identity(totals.root, rows->text(0), rows->text(1)));
    if (!facts) return facts.error();
    sum += seal_of(bytes);
    std::string& kept = roster.bytes.emplace_back();
    const std::size_t folder = rows->text(0).size();
    kept.reserve(folder + facts->size());
    kept.append(rows->text(0)).append(*facts);
    auto part = decode_part(std::string_view(kept).substr(0, folder),
                            std::string_view(kept).substr(folder));
    if (!part) return damaged_index("a roster makes no sense");
    if (std::ssize(roster.parts) - first == totals.parts) break;
    part->root = root;
    roster.parts.push_back(std::move(*part));
  }
  if (std::ssize(roster.parts) - first != totals.parts || sum != totals.sum)
    return damaged_index("a roster is not whole");
  sort_parts({roster.parts.begin() + first, roster.parts.end()});
  return {};
}

Result<void> IndexDatabase::put_roster(const std::string& root,
                                       const std::vector<RosterPart>& parts) {
  auto remove = impl_->db.prepare("DELETE FROM roster WHERE root = ?");
  if (!remove) return remove.error();
  if (auto done = remove->bind(1, std::string_view(root)).run(); !done) return done;
  auto insert = impl_->db.prepare("INSERT INTO roster VALUES (?,?,?,?)");
  if (!insert) return insert.error();
  RosterTotals totals{root, std::ssize(parts), 0};
  std::string_view folder;
  for (const RosterPart& part : parts) {
    const std::string_view first =
        part.folder == folder && !part.files.empty() ? part.files.front().name : std::string_view();
    folder = part.folder;
    const std::string facts = sealed(encode_part(part), roster_identity(root, folder, first));
    totals.sum += seal_of(facts);
    insert->bind(1, std::string_view(root)).bind(2, part.folder).bind(3, first);
    if (auto done = insert->bind_blob(4, facts).run(); !done) return done;
  }
  if (RosterTotals* const known = impl_->manifest->roster_of(root)) {
    *known = std::move(totals);
  } else {
    impl_->manifest->rosters.push_back(std::move(totals));
  }
  return {};
}

// Rosters name the file as its row does; where there is no such name, they are no longer complete.
Result<void> IndexDatabase::update_roster(const IndexedFile& file) {
  std::vector<RosterTotals>& rosters = impl_->manifest->rosters;
  if (rosters.empty()) return {};
  RosterTotals* const totals = impl_->manifest->roster_of(file.root());
  const std::string_view folder = parent_path(file.path);
  const std::string_view name = base_name(file.path);
  auto rows = impl_->db.prepare(
      "SELECT first_name, facts FROM roster WHERE root = ? AND folder = ? AND first_name <= ? "
      "ORDER BY first_name DESC LIMIT 1");
  if (!rows) return rows.error();
  auto row = rows->bind(1, file.root()).bind(2, folder).bind(3, name).step();
  if (!row) return row.error();
  if (!*row || !totals) {
    rosters.clear();
    return {};
  }
  const std::string first(rows->text(0));
  const Identity identity = roster_identity(totals->root, folder, first);
  auto facts = unseal(rows->blob(1), identity);
  if (!facts) return facts.error();
  const std::uint64_t old_seal = seal_of(rows->blob(1));
  const std::string bytes(*facts);
  auto part = decode_part(folder, bytes);
  if (!part) return damaged_index("a roster makes no sense");
  const auto known = std::find_if(part->files.begin(), part->files.end(),
                                  [&](const RosterFile& one) { return one.name == name; });
  if (known == part->files.end()) {
    rosters.clear();
    return {};
  }
  *known = roster_file(file);
  auto update = impl_->db.prepare(
      "UPDATE roster SET facts = ? WHERE root = ? AND folder = ? AND first_name = ?");
  if (!update) return update.error();
  const std::string changed = sealed(encode_part(*part), identity);
  totals->sum += seal_of(changed) - old_seal;
  update->bind_blob(1, changed).bind(2, file.root()).bind(3, folder);
  return update->bind(4, std::string_view(first)).run();
}

}  // namespace clew
