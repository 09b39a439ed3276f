// SPDX-License-Identifier: MIT
#include "store/index_database.h"

#include <unistd.h>

#include "store/index_database_impl.h"
#include "store/index_files.h"
#include "store/index_schema.h"

namespace clew {

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

// A statement with one number in it.
Result<void> IndexDatabase::run_for(std::string_view text, std::int64_t id) {
  auto statement = use(text);
  if (!statement) return statement.error();
  return (*statement)->bind(1, id).run();
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
