// SPDX-License-Identifier: MIT
#include "store/index_database.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

#include "base/byte_codec.h"
#include "os/paths.h"
#include "store/hash.h"
#include "store/sql.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

// Changes of the schema or of the segments' encoding.
constexpr std::int64_t kSchemaVersion = 4;
constexpr std::int64_t kApplicationId = 0x636C6577;  // "clew"
constexpr std::int64_t kVersion = kSchemaVersion * 1000 + kTokenizerVersion;

constexpr const char* kSchema =
#include "store/schema_sql.inc"
    ;

Error damaged(const std::string& what) {
  return {ErrorCode::kCorrupt, "the index is damaged: " + what};
}

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
  use(file.indexed);
  use(file.tail);
  use(file.head_hash);
  use(file.tail_hash);
  use(file.documents);
  use(file.skipped);
}

// Of the whole row.
std::uint64_t sum_of(std::int64_t id, std::string_view path, std::string_view facts) {
  return hash_bytes(facts, hash_bytes(path, static_cast<std::uint64_t>(id)));
}

std::string facts_of(const IndexedFile& file) {
  std::string facts;
  ByteWriter out(facts);
  visit_facts(out, file);
  out(sum_of(file.id, file.path, facts));
  return facts;
}

// A row of: id, path, facts.
Result<IndexedFile> file_of(const sql::Statement& row) {
  IndexedFile file;
  file.id = row.integer(0);
  file.path = row.text(1);
  const std::string_view facts = row.blob(2);
  ByteReader in(facts);
  visit_facts(in, file);
  std::uint64_t sum = 0;
  in(sum);
  if (!in.at_end() ||
      sum != sum_of(file.id, file.path, facts.substr(0, facts.size() - sizeof sum)) ||
      file.key_begin > file.path.size())
    return damaged("the row of a file is wrong");
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

// Puts the facts of the next row there.
Result<void> put_next(sql::Statement& rows, std::uint32_t page, DocumentFacts& facts) {
  auto row = rows.step();
  if (!row) return row.error();
  if (!*row) return damaged("a page of documents is missing");
  const auto bytes = without_checksum(rows.blob(0));
  if (!bytes) return bytes.error();
  if (!facts.put(page, *bytes)) return damaged("a page of documents is too short");
  return {};
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

// What the file says it is: nothing for one of ours, of this version.
std::optional<Error> check_version(sql::Connection& db) {
  const auto application = db.integer("PRAGMA application_id");
  if (!application) return application.error();
  const auto version = db.integer("PRAGMA user_version");
  if (!version) return version.error();
  if (*application != kApplicationId) return damaged("it is not an index of Clew");
  if (*version > kVersion) {
    return Error{ErrorCode::kUnsupported,
                 "the index was made by a newer Clew; `clew index drop` removes it"};
  }
  if (*version < kVersion) return Error{ErrorCode::kCorrupt, "the index was made by an older Clew"};
  return std::nullopt;
}

Result<void> create_schema(sql::Connection& db) {
  // Small pages: a block and its positions fill several, and half of the last one is lost (at 16
  // KiB the index of tree M has 198 MB, at 4 KiB 172).
  auto made = db.run("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL;");
  if (!made) return made;
  return db.run("BEGIN IMMEDIATE;" + std::string(kSchema) +
                "INSERT INTO setting VALUES ('next_file', 1);"
                "PRAGMA application_id = " +
                std::to_string(kApplicationId) +
                ";PRAGMA user_version = " + std::to_string(kVersion) + ";COMMIT;");
}

}  // namespace

bool is_below(const IndexedFile& file, const std::vector<std::string>& roots) {
  return std::find(roots.begin(), roots.end(), file.root()) != roots.end();
}

RosterFile roster_file(const IndexedFile& file) {
  RosterFile one;
  one.name = base_name(file.path);
  one.session = file.session;
  one.id = static_cast<std::uint32_t>(file.id);
  one.device = file.device;
  one.inode = file.inode;
  one.size = file.size;
  one.mtime_ns = file.mtime_ns;
  one.skipped = file.skipped;
  return one;
}

void IndexedFile::set_place(std::string_view new_path, std::string_view root,
                            std::string_view key) {
  path = new_path;
  root_size = static_cast<std::uint32_t>(root.size());
  key_begin = static_cast<std::uint32_t>(std::min(path.find(key, root.size()), path.size()));
  key_size = static_cast<std::uint32_t>(key.size());
}

struct IndexDatabase::Impl {
  sql::Connection db;
  std::map<std::string_view, sql::Statement> prepared = {};  // by their texts
  bool has_rosters = false;                                  // in this transaction
};

// A statement that is prepared once and used again. Made ready for that when this goes.
class IndexDatabase::Use {
 public:
  explicit Use(sql::Statement& statement) : statement_(&statement) {}
  Use(Use&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Use& operator=(Use&&) = delete;
  ~Use() {
    if (statement_) statement_->reset();
  }
  sql::Statement& operator*() const { return *statement_; }
  sql::Statement* operator->() const { return statement_; }

 private:
  sql::Statement* statement_;
};

// `text` must live as long as the program.
Result<IndexDatabase::Use> IndexDatabase::use(std::string_view text) {
  auto known = impl_->prepared.find(text);
  if (known == impl_->prepared.end()) {
    auto statement = impl_->db.prepare(text);
    if (!statement) return statement.error();
    known = impl_->prepared.emplace(text, std::move(*statement)).first;
  }
  return Use(known->second);
}

IndexDatabase::IndexDatabase(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
IndexDatabase::~IndexDatabase() = default;

Result<std::unique_ptr<IndexDatabase>> IndexDatabase::open_to_read(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0) return Error{ErrorCode::kNotFound, "there is no index"};
  auto db = sql::Connection::open(path, sql::Access::kRead);
  if (!db) return db.error();
  auto wrong = check_version(*db);
  if (wrong && wrong->code != ErrorCode::kCorrupt && wrong->code != ErrorCode::kUnsupported &&
      ::access((path + "-wal").c_str(), F_OK) != 0) {
    // A folder that cannot be written to has no room for SQLite's lock; nobody changes the file
    // there.
    db = sql::Connection::open(path, sql::Access::kReadUnchanging);
    if (!db) return db.error();
    wrong = check_version(*db);
  }
  if (wrong) {
    // Whoever began to make it was stopped before anything was in it.
    const auto tables = db->integer("SELECT count(*) FROM sqlite_schema");
    if (tables && *tables == 0) return Error{ErrorCode::kNotFound, "there is no index"};
    return *wrong;
  }
  // Mapped: a long list lies on hundreds of pages, and a read for each costs more than decoding it
  // (a phrase with "the" in tree M: 58 ms, mapped 30). The file is ours: it is unlinked or appended
  // to, never cut.
  auto set =
      db->run("PRAGMA query_only = 1; PRAGMA cache_size = -16000; PRAGMA mmap_size = 4294967296;");
  if (!set) return set.error();
  return std::unique_ptr<IndexDatabase>(
      new IndexDatabase(std::make_unique<Impl>(Impl{std::move(*db)})));
}

Result<std::unique_ptr<IndexDatabase>> IndexDatabase::open_to_write(const std::string& path) {
  auto db = sql::Connection::open(path, sql::Access::kWrite);
  if (!db) return db.error();
  const auto tables = db->integer("SELECT count(*) FROM sqlite_schema");
  if (!tables) return tables.error();
  if (*tables == 0) {
    if (auto made = create_schema(*db); !made) return made.error();
  }
  if (auto wrong = check_version(*db)) return *wrong;
  // A cache need not survive a power cut, but must stay whole: WAL with NORMAL is both.
  auto set = db->run(
      "PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 256; PRAGMA cache_size = -16000;");
  if (!set) return set.error();
  return std::unique_ptr<IndexDatabase>(
      new IndexDatabase(std::make_unique<Impl>(Impl{std::move(*db)})));
}

Result<void> IndexDatabase::begin_reading() { return impl_->db.run("BEGIN"); }
void IndexDatabase::end_reading() { (void)impl_->db.run("COMMIT").has_value(); }

Result<std::vector<IndexedFile>> IndexDatabase::files() {
  // Sorted here: by its index, SQLite would look up every row on its own.
  auto rows = impl_->db.prepare("SELECT id, path, facts FROM file");
  if (!rows) return rows.error();
  std::vector<IndexedFile> files;
  // Rows are large: growing the list would cost as much as reading them.
  const auto count = impl_->db.integer("SELECT count(*) FROM file");
  if (!count) return count.error();
  files.reserve(static_cast<std::size_t>(*count));
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return by_path(std::move(files));
    auto file = file_of(*rows);
    if (!file) return file.error();
    files.push_back(std::move(*file));
  }
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
  auto rows = impl_->db.prepare("SELECT count(*), total(documents) FROM file");
  if (!rows) return rows.error();
  auto row = rows->step();
  if (!row) return row.error();
  return Counts{rows->integer(0), rows->integer(1)};
}

Result<Roster> IndexDatabase::roster(const std::vector<std::string>& roots) {
  Roster roster;
  for (const std::string& root : roots) {
    auto marks = impl_->db.prepare("SELECT 1 FROM complete WHERE root = ?");
    if (!marks) return marks.error();
    auto mark = marks->bind(1, std::string_view(root)).step();
    if (!mark) return mark.error();
    if (!*mark) return Roster{};
    auto rows = impl_->db.prepare("SELECT folder, facts FROM roster WHERE root = ?");
    if (!rows) return rows.error();
    rows->bind(1, std::string_view(root));
    const std::ptrdiff_t first = std::ssize(roster.parts);
    for (;;) {
      auto row = rows->step();
      if (!row) return row.error();
      if (!*row) break;
      auto facts = without_checksum(rows->blob(1));
      if (!facts) return facts.error();
      std::string& kept = roster.bytes.emplace_back();
      const std::size_t folder = rows->text(0).size();
      kept.reserve(folder + facts->size());
      kept.append(rows->text(0)).append(*facts);
      auto part = decode_part(std::string_view(kept).substr(0, folder),
                              std::string_view(kept).substr(folder));
      if (!part) return damaged("a roster makes no sense");
      roster.parts.push_back(std::move(*part));
    }
    sort_parts({roster.parts.begin() + first, roster.parts.end()});
  }
  roster.complete = true;
  return roster;
}

Result<std::string> IndexDatabase::state_of(std::int64_t file) {
  auto use_rows = use("SELECT state FROM file WHERE id = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, file).step();
  if (!row) return row.error();
  if (!*row) return std::string();
  auto state = without_checksum(rows->blob(0));
  if (!state) return state.error();
  return std::string(*state);
}

Result<StoredLedger> IndexDatabase::ledger_of(std::int64_t file) {
  auto use_rows = use("SELECT rows, tools FROM ledger WHERE file = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, file).step();
  if (!row) return row.error();
  if (!*row) return StoredLedger{};
  return StoredLedger{std::string(rows->blob(0)), std::string(rows->blob(1))};
}

Result<void> IndexDatabase::each_ledger(
    bool with_tools,
    const std::function<void(std::int64_t, std::string_view, std::string_view)>& visit) {
  auto rows = impl_->db.prepare(with_tools ? "SELECT file, rows, tools FROM ledger"
                                           : "SELECT file, rows FROM ledger");
  if (!rows) return rows.error();
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return {};
    visit(rows->integer(0), rows->blob(1), with_tools ? rows->blob(2) : std::string_view());
  }
}

Result<StoredBranches> IndexDatabase::branches_of(std::int64_t file) {
  auto use_rows = use("SELECT size, map FROM branches WHERE file = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement* rows = &**use_rows;
  auto row = rows->bind(1, file).step();
  if (!row) return row.error();
  if (!*row) return StoredBranches{};
  return StoredBranches{rows->integer(0), std::string(rows->blob(1))};
}

Result<std::vector<SegmentInfo>> IndexDatabase::segments() {
  auto rows = impl_->db.prepare(
      "SELECT id, documents, tokens, (SELECT max(number) FROM page WHERE segment = segment.id) "
      "FROM segment ORDER BY id");
  if (!rows) return rows.error();
  std::vector<SegmentInfo> segments;
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return segments;
    const SegmentInfo& one =
        segments.emplace_back(SegmentInfo{rows->integer(0), rows->integer(1), rows->integer(2)});
    // Arrays will be made as long as it says.
    if (one.documents <= 0 || rows->integer(3) != (one.documents - 1) / kDocumentsPerPage)
      return damaged("a segment has another number of documents than it says");
  }
}

Result<DocumentFacts> IndexDatabase::facts(const SegmentInfo& segment) {
  auto use_rows = use("SELECT facts FROM page WHERE segment = ? ORDER BY number");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  rows.bind(1, segment.id);
  DocumentFacts facts(segment.documents);
  for (std::uint32_t page = 0; page < facts.pages(); ++page) {
    if (auto put = put_next(rows, page, facts); !put) return put.error();
  }
  return facts;
}

Result<void> IndexDatabase::read_facts(std::int64_t segment, std::uint32_t page,
                                       DocumentFacts& facts) {
  auto use_rows = use("SELECT facts FROM page WHERE segment = ? AND number = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  rows.bind(1, segment).bind(2, std::int64_t{page});
  return put_next(rows, page, facts);
}

Result<DocumentPlace> IndexDatabase::place(std::int64_t segment, std::uint32_t document) {
  auto use_rows = use("SELECT places FROM page WHERE segment = ? AND number = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  auto row = rows.bind(1, segment).bind(2, std::int64_t{document / kDocumentsPerPage}).step();
  if (!row) return row.error();
  if (!*row) return damaged("a place is missing");
  const auto places = without_checksum(rows.blob(0));
  if (!places) return places.error();
  const auto place = place_on_page(*places, document % kDocumentsPerPage);
  if (!place) return damaged("a place is missing");
  return *place;
}

Result<FoundTerms> IndexDatabase::find(std::int64_t segment, std::string_view term, bool prefix,
                                       Positions positions, std::deque<std::string>& keep) {
  auto use_block = use(
      "SELECT terms, CASE WHEN ?3 THEN positions END FROM block WHERE segment = ?1 AND first_term "
      ">= "
      "coalesce((SELECT max(first_term) FROM block WHERE segment = ?1 AND first_term <= ?2), x'') "
      "ORDER BY first_term");
  if (!use_block) return use_block.error();
  sql::Statement& rows = **use_block;
  rows.bind(1, segment).bind_blob(2, term).bind(3, std::int64_t{positions == Positions::kYes});
  FoundTerms found;
  for (bool done = false; !done;) {
    auto row = rows.step();
    if (!row) return row.error();
    if (!*row) break;
    auto block = BlockReader::open(rows.blob(0), rows.blob(1));
    if (!block) return block.error();
    while (!done && block->next()) {
      const bool matches = prefix ? block->term().starts_with(term) : block->term() == term;
      if (matches) {
        FoundTerm one{block->term(), {block->postings().documents, {}, {}}};
        one.postings.docs = keep.emplace_back(block->postings().docs);
        if (positions == Positions::kYes)
          one.postings.positions = keep.emplace_back(block->postings().positions);
        found.push_back(std::move(one));
      }
      done = matches ? !prefix : block->term() > term;
    }
    if (block->damaged()) return damaged("a block makes no sense");
    if (!prefix) break;
  }
  return found;
}

Result<void> IndexDatabase::each_block(std::int64_t segment,
                                       const std::function<bool(const BlockView&)>& visit) {
  auto rows = impl_->db.prepare(
      "SELECT first_term, terms, positions FROM block WHERE segment = ? ORDER BY first_term");
  if (!rows) return rows.error();
  rows->bind(1, segment);
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row || !visit({rows->blob(0), rows->blob(1), rows->blob(2)})) return {};
  }
}

// --- writing ---

Result<void> IndexDatabase::begin() {
  if (auto begun = impl_->db.run("BEGIN IMMEDIATE"); !begun) return begun;
  const auto rosters = impl_->db.integer("SELECT count(*) FROM complete");
  if (!rosters) return rosters.error();
  impl_->has_rosters = *rosters > 0;
  return {};
}
Result<void> IndexDatabase::commit() { return impl_->db.run("COMMIT"); }
void IndexDatabase::roll_back() { (void)impl_->db.run("ROLLBACK").has_value(); }

Result<std::int64_t> IndexDatabase::new_file_ids(std::int64_t count) {
  const auto first = impl_->db.integer("SELECT value FROM setting WHERE name = 'next_file'");
  if (!first) return first.error();
  auto update = impl_->db.prepare("UPDATE setting SET value = ? WHERE name = 'next_file'");
  if (!update) return update.error();
  if (auto done = update->bind(1, *first + count).run(); !done) return done.error();
  return *first;
}

Result<void> IndexDatabase::put_file(const IndexedFile& file) {
  auto insert = impl_->db.prepare(
      "INSERT OR REPLACE INTO file (id, path, documents, facts, state) VALUES (?,?,?,?,?)");
  if (!insert) return insert.error();
  const std::string facts = facts_of(file);
  const std::string state = with_checksum(file.state);
  insert->bind(1, file.id).bind(2, std::string_view(file.path)).bind(3, file.documents);
  insert->bind_blob(4, facts).bind_blob(5, state);
  if (auto done = insert->run(); !done) return done;
  return impl_->has_rosters ? update_roster(file) : Result<void>();
}

Result<void> IndexDatabase::put_roster(const std::string& root,
                                       const std::vector<RosterPart>& parts) {
  for (const char* text :
       {"DELETE FROM roster WHERE root = ?", "INSERT OR REPLACE INTO complete VALUES (?)"}) {
    auto change = impl_->db.prepare(text);
    if (!change) return change.error();
    if (auto done = change->bind(1, std::string_view(root)).run(); !done) return done;
  }
  auto insert = impl_->db.prepare("INSERT OR REPLACE INTO roster VALUES (?,?,?,?)");
  if (!insert) return insert.error();
  std::string_view folder;
  for (const RosterPart& part : parts) {
    const std::string_view first =
        part.folder == folder && !part.files.empty() ? part.files.front().name : std::string_view();
    folder = part.folder;
    const std::string facts = with_checksum(encode_part(part));
    insert->bind(1, part.folder).bind(2, first).bind(3, std::string_view(root));
    if (auto done = insert->bind_blob(4, facts).run(); !done) return done;
  }
  return {};
}

// Rosters name the file as its row does; where there is no such name, they are no longer complete.
Result<void> IndexDatabase::update_roster(const IndexedFile& file) {
  const std::string_view folder = parent_path(file.path);
  const std::string_view name = base_name(file.path);
  auto rows = impl_->db.prepare(
      "SELECT first_name, facts FROM roster WHERE folder = ? AND first_name <= ? "
      "ORDER BY first_name DESC LIMIT 1");
  if (!rows) return rows.error();
  auto row = rows->bind(1, folder).bind(2, name).step();
  if (!row) return row.error();
  if (!*row) return forget_rosters();
  const std::string first(rows->text(0));
  auto facts = without_checksum(rows->blob(1));
  if (!facts) return facts.error();
  const std::string bytes(*facts);
  auto part = decode_part(folder, bytes);
  if (!part) return damaged("a roster makes no sense");
  const auto known = std::find_if(part->files.begin(), part->files.end(),
                                  [&](const RosterFile& one) { return one.name == name; });
  if (known == part->files.end()) return forget_rosters();
  *known = roster_file(file);
  auto update =
      impl_->db.prepare("UPDATE roster SET facts = ? WHERE folder = ? AND first_name = ?");
  if (!update) return update.error();
  const std::string changed = with_checksum(encode_part(*part));
  return update->bind_blob(1, changed).bind(2, folder).bind(3, std::string_view(first)).run();
}

Result<void> IndexDatabase::forget_rosters() {
  impl_->has_rosters = false;
  return impl_->db.run("DELETE FROM complete");
}

Result<void> IndexDatabase::remove_file(std::int64_t id) {
  for (const char* text : {"DELETE FROM file WHERE id = ?", "DELETE FROM ledger WHERE file = ?",
                           "DELETE FROM branches WHERE file = ?"}) {
    auto remove = impl_->db.prepare(text);
    if (!remove) return remove.error();
    if (auto done = remove->bind(1, id).run(); !done) return done;
  }
  return impl_->has_rosters ? forget_rosters() : Result<void>();
}

Result<void> IndexDatabase::put_ledger(std::int64_t file, const StoredLedger& ledger) {
  auto put =
      impl_->db.prepare(ledger.rows.empty() ? "DELETE FROM ledger WHERE file = ?"
                                            : "INSERT OR REPLACE INTO ledger VALUES (?, ?, ?)");
  if (!put) return put.error();
  put->bind(1, file);
  if (!ledger.rows.empty()) put->bind_blob(2, ledger.rows).bind_blob(3, ledger.tools);
  return put->run();
}

Result<void> IndexDatabase::put_branches(std::int64_t file, const StoredBranches& branches) {
  auto put =
      impl_->db.prepare(branches.map.empty() ? "DELETE FROM branches WHERE file = ?"
                                             : "INSERT OR REPLACE INTO branches VALUES (?, ?, ?)");
  if (!put) return put.error();
  put->bind(1, file);
  if (!branches.map.empty()) put->bind(2, branches.size).bind_blob(3, branches.map);
  return put->run();
}

Result<std::int64_t> IndexDatabase::add_segment(const EncodedSegment& segment) {
  auto insert = impl_->db.prepare("INSERT INTO segment (documents, tokens) VALUES (?,?)");
  if (!insert) return insert.error();
  insert->bind(1, segment.documents).bind(2, segment.tokens);
  if (auto done = insert->run(); !done) return done.error();
  const std::int64_t id = impl_->db.last_id();
  auto block = impl_->db.prepare(
      "INSERT INTO block (segment, first_term, terms, positions) VALUES (?,?,?,?)");
  if (!block) return block.error();
  for (const EncodedBlock& one : segment.blocks) {
    block->bind(1, id)
        .bind_blob(2, one.first_term)
        .bind_blob(3, one.terms)
        .bind_blob(4, one.positions);
    if (auto done = block->run(); !done) return done.error();
  }
  auto page = impl_->db.prepare("INSERT INTO page VALUES (?,?,?,?)");
  if (!page) return page.error();
  for (std::size_t i = 0; i < segment.pages.size(); ++i) {
    page->bind(1, id).bind(2, static_cast<std::int64_t>(i));
    page->bind_blob(3, segment.pages[i].facts).bind_blob(4, segment.pages[i].places);
    if (auto done = page->run(); !done) return done.error();
  }
  return id;
}

Result<void> IndexDatabase::remove_segment(std::int64_t id) {
  for (const char* text :
       {"DELETE FROM segment WHERE id = ?", "DELETE FROM block WHERE segment = ?",
        "DELETE FROM page WHERE segment = ?"}) {
    auto remove = impl_->db.prepare(text);
    if (!remove) return remove.error();
    if (auto done = remove->bind(1, id).run(); !done) return done;
  }
  return {};
}

void IndexDatabase::tidy() { (void)impl_->db.run("PRAGMA wal_checkpoint(TRUNCATE)").has_value(); }

Result<void> IndexDatabase::check_structure() {
  auto rows = impl_->db.prepare("PRAGMA integrity_check");
  if (!rows) return rows.error();
  auto row = rows->step();
  if (!row) return row.error();
  if (!*row || rows->text(0) != "ok")
    return damaged(*row ? std::string(rows->text(0)) : "no answer");
  return {};
}

Result<std::int64_t> IndexDatabase::bytes() {
  const auto pages = impl_->db.integer("PRAGMA page_count");
  if (!pages) return pages.error();
  const auto size = impl_->db.integer("PRAGMA page_size");
  if (!size) return size.error();
  return *pages * *size;
}

Result<void> remove_index(const std::string& path) {
  for (const char* suffix : {"-wal", "-shm", "-journal", ""}) {
    const std::string name = path + suffix;
    if (::unlink(name.c_str()) != 0 && errno != ENOENT) {
      return Error{ErrorCode::kIo, "cannot remove " + name + ": " + std::strerror(errno)};
    }
  }
  return {};
}

Result<IndexLock> IndexLock::take(const std::string& path) {
  const int fd = ::open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
  if (fd < 0) return Error{ErrorCode::kIo, "cannot write " + path + ": " + std::strerror(errno)};
  if (::flock(fd, LOCK_EX | LOCK_NB) != 0) {
    ::close(fd);
    return Error{ErrorCode::kBusy, "another clew is writing the index"};
  }
  return IndexLock(fd);
}

IndexLock::~IndexLock() {
  if (fd_ >= 0) ::close(fd_);
}

}  // namespace clew
