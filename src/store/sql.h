// SPDX-License-Identifier: MIT
//
// SQLite with owners and Results, for this folder only.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace clew::sql {

class Statement;

enum class Access : std::uint8_t {
  kRead,
  kReadUnchanging,  // no locks: the file must not be changed by anybody
  kWrite,
};

// A connection. Errors: kCorrupt for a damaged file or one that is no database, kBusy when another
// process holds it, kIo for disk trouble.
class Connection {
 public:
  static Result<Connection> open(const std::string& path, Access access);
  Connection(Connection&& other) noexcept : db_(other.db_) { other.db_ = nullptr; }
  Connection& operator=(Connection&& other) noexcept;
  ~Connection();

  Result<void> run(const std::string& script);
  Result<Statement> prepare(std::string_view text);
  Result<std::int64_t> integer(std::string_view query);
  std::int64_t changes() const;  // rows that the last statement changed
  Error error(std::string_view doing) const;

 private:
  explicit Connection(sqlite3* db) : db_(db) {}
  sqlite3* db_ = nullptr;
};

// A prepared statement. Borrows the connection. Texts and blobs given to it must live until it ran;
// those it gives live until the next step.
class Statement {
 public:
  Statement(Statement&& other) noexcept : statement_(other.statement_), db_(other.db_) {
    other.statement_ = nullptr;
  }
  Statement& operator=(Statement&&) = delete;
  ~Statement();

  Statement& bind(int at, std::int64_t number);
  Statement& bind(int at, std::string_view text);
  Statement& bind_blob(int at, std::string_view bytes);

  Result<bool> step();  // true: a row
  Result<void> run();   // to its end, and ready for the next values
  void reset();

  std::int64_t integer(int column) const;
  std::string_view text(int column) const;
  std::string_view blob(int column) const;

 private:
  friend class Connection;
  Statement(sqlite3_stmt* statement, const Connection* db) : statement_(statement), db_(db) {}
  sqlite3_stmt* statement_;
  const Connection* db_;
};

}  // namespace clew::sql
