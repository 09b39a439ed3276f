// SPDX-License-Identifier: MIT
#include "store/index_database.h"

#include <algorithm>
#include <array>
#include <fcntl.h>
#include <map>
#include <numeric>
#include <optional>
#include <span>
#include <unistd.h>
#include <utility>

#include "base/byte_codec.h"
#include "os/paths.h"
#include "store/checksum.h"
#include "store/index_files.h"
#include "store/sql.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

// Changes of the schema or of the segments' encoding.
constexpr std::int64_t kSchemaVersion = 9;
constexpr std::int64_t kApplicationId = 0x636C6577;  // "clew"
constexpr std::int64_t kVersion = kSchemaVersion * 1000 + kTokenizerVersion;
constexpr std::int64_t kCheckDigits = 4096;

constexpr const char* kSchema =
#include "store/schema_sql.inc"
    ;

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

// What belongs to a file as it is at one moment. A file that is read in pieces has no size until it
// was read whole (IndexedFile::size is then negative); how far it was read stands for it.
Identity version_of(Identity::Kind kind, std::int64_t id, std::int64_t size,
                    std::int64_t mtime_ns) {
  return Identity(kind).with(id).with(size).with(mtime_ns);
}
Identity version_of(Identity::Kind kind, const IndexedFile& file) {
  return version_of(kind, file.id, file.size < 0 ? -1 - file.indexed : file.size, file.mtime_ns);
}

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

Identity roster_identity(std::string_view root, std::string_view folder, std::string_view first) {
  return Identity(Identity::Kind::kRoster).with(root).with(folder).with(first);
}

Identity block_identity(Identity::Kind kind, std::int64_t segment, std::string_view first,
                        std::string_view next) {
  return Identity(kind).with(segment).with(first).with(next);
}

Identity page_identity(Identity::Kind kind, std::int64_t segment, std::int64_t page) {
  return Identity(kind).with(segment).with(page);
}

// A row of: first_term, next_term, terms, positions, which may be missing if nobody asked for them.
Result<BlockView> block_of(const sql::Statement& row, std::int64_t segment, Positions positions) {
  BlockView view{row.blob(0), row.blob(1), {}, {}};
  const auto terms = unseal(row.blob(2), block_identity(Identity::Kind::kTerms, segment,
                                                        view.first_term, view.next_term));
  if (!terms) return terms.error();
  view.terms = *terms;
  if (positions == Positions::kNo) return view;
  const auto bytes = unseal(row.blob(3), block_identity(Identity::Kind::kPositions, segment,
                                                        view.first_term, view.next_term));
  if (!bytes) return bytes.error();
  view.positions = *bytes;
  return view;
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
Result<void> put_next(sql::Statement& rows, std::int64_t segment, std::uint32_t page,
                      DocumentFacts& facts) {
  auto row = rows.step();
  if (!row) return row.error();
  if (!*row) return damaged_index("a page of documents is missing");
  const auto bytes = unseal(rows.blob(0), page_identity(Identity::Kind::kFacts, segment, page));
  if (!bytes) return bytes.error();
  if (!facts.put(page, *bytes)) return damaged_index("a page of documents is too short");
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
  if (*application != kApplicationId) return damaged_index("it is not an index of Clew");
  const std::int64_t number = *version / kCheckDigits;
  if (*version != stamped_version(number)) {
    // Those before version 5 had no digits.
    return Error{ErrorCode::kCorrupt, "the index was made by an older Clew, or is damaged"};
  }
  if (number > kVersion) {
    return Error{ErrorCode::kUnsupported,
                 "the index was made by a newer Clew; `clew index drop` removes it"};
  }
  if (number < kVersion) return Error{ErrorCode::kCorrupt, "the index was made by an older Clew"};
  return std::nullopt;
}

Result<void> write_manifest(sql::Connection& db, const Manifest& manifest) {
  auto put = db.prepare("INSERT OR REPLACE INTO manifest VALUES (1, ?)");
  if (!put) return put.error();
  const std::string bytes = encode_manifest(manifest);
  return put->bind_blob(1, bytes).run();
}

Result<void> create_schema(sql::Connection& db) {
  // Small pages: a block and its positions fill several, and half of the last one is lost (at 16
  // KiB the index of tree M has 198 MB, at 4 KiB 172).
  auto made = db.run("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL;");
  if (!made) return made;
  made = db.run("BEGIN IMMEDIATE;" + std::string(kSchema) +
                "PRAGMA application_id = " + std::to_string(kApplicationId) +
                ";PRAGMA user_version = " + std::to_string(stamped_version(kVersion)) + ";");
  if (!made) return made;
  if (auto written = write_manifest(db, {}); !written) return written;
  return db.run("COMMIT");
}

}  // namespace

std::int64_t stamped_version(std::int64_t version) {
  return version * kCheckDigits + version * 2654435761 % 4093;
}

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
  one.ctime_ns = file.ctime_ns;
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
  bool in_transaction = false;
  std::optional<Manifest> manifest = {};  // of the transaction, or as last read outside of one
};

Result<LedgerView> open_ledger(const RosterFile& file, const LedgerView& stored) {
  using Kind = Identity::Kind;
  return unseal_ledger(stored, version_of(Kind::kLedger, file.id, file.size, file.mtime_ns),
                       version_of(Kind::kLedgerTools, file.id, file.size, file.mtime_ns));
}

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
  if (auto plain = check_plain_files(path); !plain) return plain.error();
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
  if (auto plain = check_plain_files(path); !plain) return plain.error();
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

// Of the transaction; outside of one as it is now.
Result<Manifest*> IndexDatabase::manifest() {
  if (impl_->in_transaction && impl_->manifest) return &*impl_->manifest;
  auto use_row = use("SELECT bytes FROM manifest WHERE id = 1");
  if (!use_row) return use_row.error();
  sql::Statement& rows = **use_row;
  auto row = rows.step();
  if (!row) return row.error();
  if (!*row) return damaged_index("it does not say what is in it");
  auto read = decode_manifest(rows.blob(0));
  if (!read) return read.error();
  impl_->manifest = std::move(*read);
  return &*impl_->manifest;
}

Result<void> IndexDatabase::begin_reading() {
  if (auto begun = impl_->db.run("BEGIN"); !begun) return begun;
  impl_->manifest.reset();
  impl_->in_transaction = true;
  return {};
}

void IndexDatabase::end_reading() {
  impl_->in_transaction = false;
  (void)impl_->db.run("COMMIT").has_value();
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
    roster.parts.push_back(std::move(*part));
  }
  if (std::ssize(roster.parts) - first != totals.parts || sum != totals.sum)
    return damaged_index("a roster is not whole");
  sort_parts({roster.parts.begin() + first, roster.parts.end()});
  return {};
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

Result<std::vector<SegmentInfo>> IndexDatabase::segments() {
  const auto totals = manifest();
  if (!totals) return totals.error();
  return (*totals)->segments;
}

Result<DocumentFacts> IndexDatabase::facts(const SegmentInfo& segment) {
  auto use_rows = use("SELECT facts FROM page WHERE segment = ? ORDER BY number");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  rows.bind(1, segment.id);
  DocumentFacts facts(segment.documents);
  for (std::uint32_t page = 0; page < facts.pages(); ++page) {
    if (auto put = put_next(rows, segment.id, page, facts); !put) return put.error();
  }
  return facts;
}

Result<void> IndexDatabase::read_facts(std::int64_t segment, std::uint32_t page,
                                       DocumentFacts& facts) {
  auto use_rows = use("SELECT facts FROM page WHERE segment = ? AND number = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  rows.bind(1, segment).bind(2, std::int64_t{page});
  return put_next(rows, segment, page, facts);
}

Result<DocumentPlace> IndexDatabase::place(std::int64_t segment, std::uint32_t document) {
  auto use_rows = use("SELECT places FROM page WHERE segment = ? AND number = ?");
  if (!use_rows) return use_rows.error();
  sql::Statement& rows = **use_rows;
  const std::int64_t page = document / kDocumentsPerPage;
  auto row = rows.bind(1, segment).bind(2, page).step();
  if (!row) return row.error();
  if (!*row) return damaged_index("a place is missing");
  const auto places = unseal(rows.blob(0), page_identity(Identity::Kind::kPlaces, segment, page));
  if (!places) return places.error();
  const auto place = place_on_page(*places, document % kDocumentsPerPage);
  if (!place) return damaged_index("a place is missing");
  return *place;
}

Result<FoundTerms> IndexDatabase::find(const SegmentInfo& segment, std::string_view term,
                                       bool prefix, Positions positions,
                                       std::deque<std::string>& keep) {
  auto use_block =
      use("SELECT first_term, next_term, terms, CASE WHEN ?3 THEN positions END FROM block "
          "WHERE segment = ?1 AND first_term >= "
          "(SELECT max(first_term) FROM block WHERE segment = ?1 AND first_term <= ?2) "
          "ORDER BY first_term");
  if (!use_block) return use_block.error();
  sql::Statement& rows = **use_block;
  rows.bind(1, segment.id).bind_blob(2, term).bind(3, std::int64_t{positions == Positions::kYes});
  FoundTerms found;
  if (segment.blocks == 0) return found;
  std::string expected;  // where the next block must begin
  for (bool first = true;; first = false) {
    auto row = rows.step();
    if (!row) return row.error();
    if (!*row) return damaged_index("a block is missing");
    auto view = block_of(rows, segment.id, positions);
    if (!view) return view.error();
    const bool right =
        first ? view->first_term <= term && (view->next_term.empty() || term < view->next_term)
              : view->first_term == expected;
    if (!right) return damaged_index("a block is missing");
    BlockReader block(view->terms, view->positions);
    bool passed = false;
    while (!passed && block.next()) {
      const bool matches = prefix ? block.term().starts_with(term) : block.term() == term;
      if (matches) {
        FoundTerm one{block.term(), {block.postings().documents, {}, {}}};
        one.postings.docs = keep.emplace_back(block.postings().docs);
        if (positions == Positions::kYes)
          one.postings.positions = keep.emplace_back(block.postings().positions);
        found.push_back(std::move(one));
      }
      passed = matches ? !prefix : block.term() > term;
    }
    if (block.damaged()) return damaged_index("a block makes no sense");
    if (passed || !prefix || view->next_term.empty()) return found;
    expected = view->next_term;
  }
}

Result<void> IndexDatabase::each_block(const SegmentInfo& segment,
                                       const std::function<bool(const BlockView&)>& visit) {
  auto rows = impl_->db.prepare(
      "SELECT first_term, next_term, terms, positions FROM block WHERE segment = ? "
      "ORDER BY first_term");
  if (!rows) return rows.error();
  rows->bind(1, segment.id);
  std::string expected;
  for (std::int64_t count = 0; count < segment.blocks; ++count) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return damaged_index("a block is missing");
    auto view = block_of(*rows, segment.id, Positions::kYes);
    if (!view) return view.error();
    if (view->first_term != expected) return damaged_index("a block is missing");
    expected = view->next_term;
    if (!visit(*view)) return {};
  }
  if (!expected.empty()) return damaged_index("a block is missing");
  return {};
}

// --- writing ---

Result<void> IndexDatabase::begin() {
  if (auto begun = impl_->db.run("BEGIN IMMEDIATE"); !begun) return begun;
  impl_->manifest.reset();
  impl_->in_transaction = true;
  if (const auto read = manifest(); !read) {
    roll_back();
    return read.error();
  }
  return {};
}

Result<void> IndexDatabase::commit() {
  auto done = write_manifest(impl_->db, *impl_->manifest);
  if (done) done = impl_->db.run("COMMIT");
  if (done) {
    impl_->in_transaction = false;
  } else {
    roll_back();
  }
  return done;
}

void IndexDatabase::roll_back() {
  impl_->in_transaction = false;
  (void)impl_->db.run("ROLLBACK").has_value();
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
    auto remove = use("DELETE FROM file WHERE id = ?");
    if (!remove) return remove.error();
    if (auto done = (*remove)->bind(1, id).run(); !done) return done;
  }
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

Result<void> IndexDatabase::remove_file(std::int64_t id) {
  if (auto gone = remove_rows(id, ""); !gone) return gone;
  impl_->manifest->rosters.clear();
  auto gone = remove_note("DELETE FROM ledger WHERE file = ?", id, impl_->manifest->ledgers);
  if (!gone) return gone;
  return remove_note("DELETE FROM branches WHERE file = ?", id, impl_->manifest->branches);
}

// What is kept of a file beside its words, and its number.
Result<void> IndexDatabase::remove_note(std::string_view text, std::int64_t file,
                                        std::int64_t& count) {
  auto remove = use(text);
  if (!remove) return remove.error();
  if (auto done = (*remove)->bind(1, file).run(); !done) return done;
  count -= impl_->db.changes();
  return {};
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

Result<void> IndexDatabase::add_segment(EncodedSegment segment) {
  using Kind = Identity::Kind;
  const std::int64_t id = impl_->manifest->next_segment++;
  auto block = impl_->db.prepare(
      "INSERT INTO block (segment, first_term, next_term, terms, positions) VALUES (?,?,?,?,?)");
  if (!block) return block.error();
  for (std::size_t i = 0; i < segment.blocks.size(); ++i) {
    EncodedBlock& one = segment.blocks[i];
    const std::string_view first = i == 0 ? std::string_view() : one.first_term;
    const std::string_view next = i + 1 == segment.blocks.size()
                                      ? std::string_view()
                                      : std::string_view(segment.blocks[i + 1].first_term);
    seal(one.terms, block_identity(Kind::kTerms, id, first, next));
    seal(one.positions, block_identity(Kind::kPositions, id, first, next));
    block->bind(1, id).bind_blob(2, first).bind_blob(3, next);
    if (auto done = block->bind_blob(4, one.terms).bind_blob(5, one.positions).run(); !done)
      return done;
  }
  auto page = impl_->db.prepare("INSERT INTO page VALUES (?,?,?,?)");
  if (!page) return page.error();
  for (std::size_t i = 0; i < segment.pages.size(); ++i) {
    auto& [facts, places] = segment.pages[i];
    const auto number = static_cast<std::int64_t>(i);
    seal(facts, page_identity(Kind::kFacts, id, number));
    seal(places, page_identity(Kind::kPlaces, id, number));
    page->bind(1, id).bind(2, number).bind_blob(3, facts).bind_blob(4, places);
    if (auto done = page->run(); !done) return done;
  }
  impl_->manifest->segments.push_back(
      {id, segment.documents, segment.tokens, std::ssize(segment.blocks)});
  return {};
}

Result<void> IndexDatabase::remove_segment(std::int64_t id) {
  for (const char* text :
       {"DELETE FROM block WHERE segment = ?", "DELETE FROM page WHERE segment = ?"}) {
    auto remove = impl_->db.prepare(text);
    if (!remove) return remove.error();
    if (auto done = remove->bind(1, id).run(); !done) return done;
  }
  std::erase_if(impl_->manifest->segments, [id](const SegmentInfo& one) { return one.id == id; });
  return {};
}

void IndexDatabase::tidy() { (void)impl_->db.run("PRAGMA wal_checkpoint(TRUNCATE)").has_value(); }

Result<void> IndexDatabase::check_structure() {
  auto rows = impl_->db.prepare("PRAGMA integrity_check");
  if (!rows) return rows.error();
  auto row = rows->step();
  if (!row) return row.error();
  if (!*row || rows->text(0) != "ok")
    return damaged_index(*row ? rows->text(0) : std::string_view("no answer"));
  const auto totals = manifest();
  if (!totals) return totals.error();
  const auto branches = impl_->db.integer("SELECT count(*) FROM branches");
  if (!branches) return branches.error();
  if (*branches != (*totals)->branches)
    return damaged_index("the branches are not those that there should be");
  return {};
}

Result<std::int64_t> IndexDatabase::bytes() {
  const auto pages = impl_->db.integer("PRAGMA page_count");
  if (!pages) return pages.error();
  const auto size = impl_->db.integer("PRAGMA page_size");
  if (!size) return size.error();
  return *pages * *size;
}

}  // namespace clew
