// SPDX-License-Identifier: MIT
#include "store/sql.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

#include <sqlite3.h>

namespace clew::sql {
namespace {

ErrorCode code_of(int code) {
  switch (code & 0xFF) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_FORMAT:
    case SQLITE_ERROR:  // a table that should be there is not
    case SQLITE_MISMATCH:
    case SQLITE_CONSTRAINT:  // nothing that is written here breaks one
    case SQLITE_TOOBIG:
      return ErrorCode::kCorrupt;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorCode::kBusy;
    case SQLITE_CANTOPEN:
      return ErrorCode::kNotFound;
    default:
      return ErrorCode::kIo;
  }
}

// What is made of transcripts is as private as they are, whatever the umask. SQLite gives its other
// files the mode of this one. Nothing that exists is opened for that: closing it again would drop
// the locks that other connections of this process hold on it.
void make_private(const std::string& path, Access access) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) {
    if (access != Access::kWrite) return;
    const int fd = ::open(path.c_str(), O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0600);
    if (fd >= 0) ::close(fd);
    return;  // SQLite says what is wrong
  }
  if ((status.st_mode & 077) == 0) return;
  for (const char* suffix : {"", "-wal", "-shm"}) {
    const std::string name = path + suffix;
    if (::stat(name.c_str(), &status) == 0 && S_ISREG(status.st_mode))
      (void)::chmod(name.c_str(), status.st_mode & 0700);  // fails where it is not ours
  }
}

}  // namespace

Result<Connection> Connection::open(const std::string& path, Access access) {
  make_private(path, access);
  sqlite3* db = nullptr;
  int failed = SQLITE_OK;
  if (access == Access::kReadUnchanging) {
    std::string uri = "file:";
    for (const char c : path)
      uri += c == '?' ? "%3f" : c == '#' ? "%23" : c == '%' ? "%25" : std::string(1, c);
    uri += "?immutable=1";
    failed = sqlite3_open_v2(uri.c_str(), &db,
                             SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, nullptr);
  } else {
    const int create = access == Access::kWrite ? SQLITE_OPEN_CREATE : 0;
    failed = sqlite3_open_v2(path.c_str(), &db,
                             SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE | create, nullptr);
  }
  Connection connection(db);
  if (failed != SQLITE_OK) return connection.error("opening " + path);
  sqlite3_busy_timeout(db, 5000);
  // The last to close a database otherwise empties its log, waits for the disk and removes it, and
  // the next to open it makes it again. Logs are emptied when they are large.
  sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  return connection;
}

Connection& Connection::operator=(Connection&& other) noexcept {
  std::swap(db_, other.db_);
  return *this;
}

Connection::~Connection() { sqlite3_close(db_); }

Error Connection::error(std::string_view doing) const {
  int code = db_ ? sqlite3_extended_errcode(db_) : SQLITE_NOMEM;
  // The file says that only newer versions of SQLite may write to it.
  if (code == SQLITE_READONLY && ::access(sqlite3_db_filename(db_, nullptr), W_OK) == 0)
    code = SQLITE_CORRUPT;
  const char* const message = db_ ? sqlite3_errmsg(db_) : "no memory";
  return {code_of(code), std::string(doing) + ": " + message};
}

Result<void> Connection::run(const std::string& script) {
  if (sqlite3_exec(db_, script.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK) return {};
  return error("the index");
}

Result<Statement> Connection::prepare(std::string_view text) {
  sqlite3_stmt* statement = nullptr;
  const int failed =
      sqlite3_prepare_v2(db_, text.data(), static_cast<int>(text.size()), &statement, nullptr);
  if (failed != SQLITE_OK) return error("the index");
  return Statement(statement, this);
}

Result<std::int64_t> Connection::integer(std::string_view query) {
  auto statement = prepare(query);
  if (!statement) return statement.error();
  auto row = statement->step();
  if (!row) return row.error();
  return *row ? statement->integer(0) : 0;
}

std::int64_t Connection::changes() const { return sqlite3_changes64(db_); }

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int at, std::int64_t number) {
  sqlite3_bind_int64(statement_, at, number);
  return *this;
}

Statement& Statement::bind(int at, std::string_view text) {
  const char* const data = text.data() ? text.data() : "";
  sqlite3_bind_text64(statement_, at, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
  return *this;
}

Statement& Statement::bind_blob(int at, std::string_view bytes) {
  const char* const data = bytes.data() ? bytes.data() : "";
  sqlite3_bind_blob64(statement_, at, data, bytes.size(), SQLITE_STATIC);
  return *this;
}

Result<bool> Statement::step() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  return db_->error("the index");
}

Result<void> Statement::run() {
  for (;;) {
    auto row = step();
    if (row && *row) continue;
    reset();
    if (!row) return row.error();
    return {};
  }
}

void Statement::reset() { sqlite3_reset(statement_); }

std::int64_t Statement::integer(int column) const {
  return sqlite3_column_int64(statement_, column);
}

std::string_view Statement::text(int column) const {
  const auto* const data = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  if (!data) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

std::string_view Statement::blob(int column) const {
  const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
  if (!data) return {};
  return {data, static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

}  // namespace clew::sql
