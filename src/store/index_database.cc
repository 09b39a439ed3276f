// SPDX-License-Identifier: MIT
#include "store/index_database.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <numeric>
#include <optional>
#include <sys/file.h>
#include <unistd.h>

#include "store/hash.h"
#include "store/sql.h"
#include "store/tokenizer.h"

namespace clew {
namespace {

// Changes of the schema or of the segments' encoding.
constexpr std::int64_t kSchemaVersion = 2;
constexpr std::int64_t kApplicationId = 0x636C6577;  // "clew"
constexpr std::int64_t kVersion = kSchemaVersion * 1000 + kTokenizerVersion;

constexpr const char* kSchema =
#include "store/schema_sql.inc"
    ;

constexpr const char* kFileColumns =
    "id, path, root, key, session, project, is_agent, device, inode, size, mtime_ns, indexed, "
    "tail, "
    "head_hash, tail_hash, documents, skipped, sum";

constexpr std::size_t kPlaceSize = 13;

Error damaged(const std::string& what) {
  return {ErrorCode::kCorrupt, "the index is damaged: " + what};
}

template <class Number>
Result<std::vector<Number>> column_of(std::string_view blob, std::int64_t documents) {
  auto bytes = without_checksum(blob);
  if (!bytes) return bytes.error();
  if (bytes->size() != static_cast<std::size_t>(documents) * sizeof(Number))
    return damaged("a column is too short");
  std::vector<Number> numbers(static_cast<std::size_t>(documents));
  if (!numbers.empty()) std::memcpy(numbers.data(), bytes->data(), bytes->size());
  return numbers;
}

std::int64_t sum_of(const IndexedFile& file) {
  std::uint64_t sum = 0;
  for (const std::string* text :
       {&file.path, &file.root, &file.key, &file.session, &file.project}) {
    sum = hash_bytes(*text, sum);
  }
  const std::array<std::uint64_t, 11> numbers = {static_cast<std::uint64_t>(file.id),
                                                 std::uint64_t{file.is_agent},
                                                 file.device,
                                                 file.inode,
                                                 static_cast<std::uint64_t>(file.size),
                                                 static_cast<std::uint64_t>(file.mtime_ns),
                                                 static_cast<std::uint64_t>(file.indexed),
                                                 file.head_hash ^ std::uint64_t{file.tail},
                                                 file.tail_hash,
                                                 static_cast<std::uint64_t>(file.documents),
                                                 static_cast<std::uint64_t>(file.skipped)};
  const std::string_view bytes(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
  return static_cast<std::int64_t>(hash_bytes(bytes, sum));
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

struct IndexDatabase::Impl {
  sql::Connection db;
  std::optional<sql::Statement> find_block = {};
};

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

Result<std::vector<IndexedFile>> IndexDatabase::files() {
  // Sorted here: by its index, SQLite would look up every row on its own.
  auto rows = impl_->db.prepare(std::string("SELECT ") + kFileColumns + " FROM file");
  if (!rows) return rows.error();
  std::vector<IndexedFile> files;
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return by_path(std::move(files));
    IndexedFile file;
    int at = 0;
    file.id = rows->integer(at++);
    for (std::string* text : {&file.path, &file.root, &file.key, &file.session, &file.project})
      *text = rows->text(at++);
    file.is_agent = rows->integer(at++) != 0;
    file.device = static_cast<std::uint64_t>(rows->integer(at++));
    file.inode = static_cast<std::uint64_t>(rows->integer(at++));
    for (std::int64_t* number : {&file.size, &file.mtime_ns, &file.indexed})
      *number = rows->integer(at++);
    file.tail = rows->integer(at++) != 0;
    file.head_hash = static_cast<std::uint64_t>(rows->integer(at++));
    file.tail_hash = static_cast<std::uint64_t>(rows->integer(at++));
    file.documents = rows->integer(at++);
    file.skipped = rows->integer(at++);
    if (rows->integer(at++) != sum_of(file)) return damaged("the row of a file is wrong");
    files.push_back(std::move(file));
  }
}

Result<IndexDatabase::Counts> IndexDatabase::counts() {
  const auto files_now = impl_->db.integer("SELECT count(*) FROM file");
  if (!files_now) return files_now.error();
  const auto documents = impl_->db.integer("SELECT total(documents) FROM file");
  if (!documents) return documents.error();
  return Counts{*files_now, *documents};
}

Result<std::string> IndexDatabase::state_of(std::int64_t file) {
  auto rows = impl_->db.prepare("SELECT state FROM file WHERE id = ?");
  if (!rows) return rows.error();
  auto row = rows->bind(1, file).step();
  if (!row) return row.error();
  if (!*row) return std::string();
  auto state = without_checksum(rows->blob(0));
  if (!state) return state.error();
  return std::string(*state);
}

Result<StoredLedger> IndexDatabase::ledger_of(std::int64_t file) {
  auto rows = impl_->db.prepare("SELECT rows, tools FROM ledger WHERE file = ?");
  if (!rows) return rows.error();
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
  auto rows = impl_->db.prepare("SELECT size, map FROM branches WHERE file = ?");
  if (!rows) return rows.error();
  auto row = rows->bind(1, file).step();
  if (!row) return row.error();
  if (!*row) return StoredBranches{};
  return StoredBranches{rows->integer(0), std::string(rows->blob(1))};
}

Result<std::vector<SegmentInfo>> IndexDatabase::segments() {
  auto rows = impl_->db.prepare("SELECT id, documents, tokens FROM segment ORDER BY id");
  if (!rows) return rows.error();
  std::vector<SegmentInfo> segments;
  for (;;) {
    auto row = rows->step();
    if (!row) return row.error();
    if (!*row) return segments;
    segments.push_back({rows->integer(0), rows->integer(1), rows->integer(2)});
  }
}

Result<DocumentColumns> IndexDatabase::columns(const SegmentInfo& segment) {
  auto rows = impl_->db.prepare("SELECT files, seconds, kinds, sizes FROM segment WHERE id = ?");
  if (!rows) return rows.error();
  auto row = rows->bind(1, segment.id).step();
  if (!row) return row.error();
  if (!*row) return damaged("a segment is missing");
  auto files = column_of<std::uint32_t>(rows->blob(0), segment.documents);
  if (!files) return files.error();
  auto seconds = column_of<std::uint32_t>(rows->blob(1), segment.documents);
  if (!seconds) return seconds.error();
  auto kinds = without_checksum(rows->blob(2));
  auto sizes = without_checksum(rows->blob(3));
  if (!kinds || !sizes) return damaged("a column is wrong");
  const auto count = static_cast<std::size_t>(segment.documents);
  if (kinds->size() != count || sizes->size() != count) return damaged("a column is too short");
  return DocumentColumns{std::move(*files), std::move(*seconds), std::string(*kinds),
                         std::string(*sizes)};
}

Result<DocumentPlace> IndexDatabase::place(std::int64_t segment, std::uint32_t document) {
  auto rows = impl_->db.prepare("SELECT places FROM place WHERE segment = ? AND chunk = ?");
  if (!rows) return rows.error();
  rows->bind(1, segment).bind(2, static_cast<std::int64_t>(document / kDocumentsPerPlaces));
  auto row = rows->step();
  if (!row) return row.error();
  if (!*row) return damaged("a place is missing");
  auto places = without_checksum(rows->blob(0));
  if (!places) return places.error();
  const std::size_t at = document % kDocumentsPerPlaces * kPlaceSize;
  if (at + kPlaceSize > places->size()) return damaged("a place is missing");
  std::int64_t offset = 0;
  std::uint32_t length = 0;
  std::memcpy(&offset, places->data() + at, 8);
  std::memcpy(&length, places->data() + at + 8, 4);
  return DocumentPlace{offset, length, static_cast<std::uint8_t>((*places)[at + 12])};
}

Result<FoundTerms> IndexDatabase::find(std::int64_t segment, std::string_view term, bool prefix,
                                       Positions positions, std::deque<std::string>& keep) {
  if (!impl_->find_block) {
    auto prepared = impl_->db.prepare(
        "SELECT terms, CASE WHEN ?3 THEN positions END FROM block WHERE segment = ?1 AND "
        "first_term >= "
        "coalesce((SELECT max(first_term) FROM block WHERE segment = ?1 AND first_term <= ?2), "
        "x'') "
        "ORDER BY first_term");
    if (!prepared) return prepared.error();
    impl_->find_block.emplace(std::move(*prepared));
  }
  sql::Statement& rows = *impl_->find_block;
  rows.reset();
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
  rows.reset();
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

Result<void> IndexDatabase::begin() { return impl_->db.run("BEGIN IMMEDIATE"); }
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
  auto insert = impl_->db.prepare(std::string("INSERT OR REPLACE INTO file (") + kFileColumns +
                                  ", state) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)");
  if (!insert) return insert.error();
  int at = 1;
  insert->bind(at++, file.id);
  for (const std::string* text :
       {&file.path, &file.root, &file.key, &file.session, &file.project}) {
    insert->bind(at++, std::string_view(*text));
  }
  insert->bind(at++, std::int64_t{file.is_agent});
  insert->bind(at++, static_cast<std::int64_t>(file.device));
  insert->bind(at++, static_cast<std::int64_t>(file.inode));
  for (const std::int64_t number : {file.size, file.mtime_ns, file.indexed})
    insert->bind(at++, number);
  insert->bind(at++, std::int64_t{file.tail});
  insert->bind(at++, static_cast<std::int64_t>(file.head_hash));
  insert->bind(at++, static_cast<std::int64_t>(file.tail_hash));
  insert->bind(at++, file.documents);
  insert->bind(at++, file.skipped);
  insert->bind(at++, sum_of(file));
  const std::string state = with_checksum(file.state);
  insert->bind_blob(at++, state);
  return insert->run();
}

Result<void> IndexDatabase::remove_file(std::int64_t id) {
  for (const char* text : {"DELETE FROM file WHERE id = ?", "DELETE FROM ledger WHERE file = ?",
                           "DELETE FROM branches WHERE file = ?"}) {
    auto remove = impl_->db.prepare(text);
    if (!remove) return remove.error();
    if (auto done = remove->bind(1, id).run(); !done) return done;
  }
  return {};
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
  auto insert = impl_->db.prepare(
      "INSERT INTO segment (documents, tokens, files, seconds, kinds, sizes) VALUES (?,?,?,?,?,?)");
  if (!insert) return insert.error();
  insert->bind(1, segment.documents).bind(2, segment.tokens).bind_blob(3, segment.files);
  insert->bind_blob(4, segment.seconds).bind_blob(5, segment.kinds).bind_blob(6, segment.sizes);
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
  auto place = impl_->db.prepare("INSERT INTO place (segment, chunk, places) VALUES (?,?,?)");
  if (!place) return place.error();
  for (std::size_t i = 0; i < segment.places.size(); ++i) {
    place->bind(1, id).bind(2, static_cast<std::int64_t>(i)).bind_blob(3, segment.places[i]);
    if (auto done = place->run(); !done) return done.error();
  }
  return id;
}

Result<void> IndexDatabase::remove_segment(std::int64_t id) {
  for (const char* text :
       {"DELETE FROM segment WHERE id = ?", "DELETE FROM block WHERE segment = ?",
        "DELETE FROM place WHERE segment = ?"}) {
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
