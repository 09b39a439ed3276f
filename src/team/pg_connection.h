// SPDX-License-Identifier: MIT
//
// One connection to PostgreSQL. What is asked is constant text, what comes from elsewhere are
// parameters: there is no way to put a value into the text of a statement.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "team/team_address.h"

struct pg_conn;
struct pg_result;

namespace clew {

struct PgLibrary;

// The parameters of a statement, in their order: $1, $2, … Texts and bytes are copied.
class PgParams {
 public:
  PgParams& text(std::string_view value);
  PgParams& number(std::int64_t value);                  // bigint
  PgParams& bytes(std::string value);                    // bytea
  PgParams& texts(std::span<const std::string> values);  // text[]

 private:
  friend class PgConnection;
  struct Value {
    unsigned type = 0;
    std::string bytes;
  };
  PgParams& add(unsigned type, std::string bytes);

  std::vector<Value> values_;
};

// What a statement answered; every column in the binary form of its type.
class PgRows {
 public:
  PgRows(const PgLibrary& pq, pg_result* result) : pq_(&pq), result_(result) {}
  ~PgRows();
  PgRows(PgRows&& other) noexcept;
  PgRows& operator=(PgRows&& other) noexcept;

  int size() const;
  bool is_null(int row, int column) const;
  std::string_view text(int row, int column) const;  // also bytea
  std::int64_t number(int row, int column) const;    // int4, int8, xid8
  bool flag(int row, int column) const;
  // A one-dimensional text[].
  std::vector<std::string> texts(int row, int column) const;

 private:
  const PgLibrary* pq_;
  pg_result* result_;
};

// A statement that is written in our own source.
class Sql {
 public:
  template <std::size_t N>
  consteval Sql(const char (&literal)[N]) : text_(literal) {}
  const char* text() const { return text_; }

 private:
  const char* text_;
};

// For one thread at a time. After an error with kBusy the connection may be gone: is_open() says.
// Error codes: kBusy when the same may succeed later (the store is away, full, restarting),
// kInvalid when it was refused, kNotFound when there is no store.
class PgConnection {
 public:
  using Clock = std::chrono::steady_clock;
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kPatience{30'000};  // with a server that says nothing

  static Result<PgConnection> open(const TeamAddress& address);
  ~PgConnection();
  PgConnection(PgConnection&& other) noexcept;
  PgConnection& operator=(PgConnection&& other) noexcept;

  Result<PgRows> query(Sql sql, const PgParams& params = {});
  Result<void> run(Sql sql, const PgParams& params = {});
  // The statement once for each, sent without waiting for one answer before the next; the first
  // error ends it. Within a transaction all or none count.
  Result<void> run_each(Sql sql, std::span<const PgParams> all);
  // Several statements without parameters: for migrations alone.
  Result<void> run_script(std::string_view script);

  // Waits until somebody notifies a channel that was listened to, or the time is over; true when
  // somebody did.
  Result<bool> wait_for_notification(Milliseconds timeout);

  // What PostgreSQL stores instead of a password.
  Result<std::string> password_verifier(const std::string& person, const std::string& password);

  bool is_open() const;
  std::string person() const;  // as whom it was opened
  bool used_password() const;  // whether the server asked for the secret
  // The five letters of the last error: "42501".
  const std::string& last_state() const { return state_; }

 private:
  enum class Wait : std::uint8_t { kRead, kWrite, kReadWrite };

  PgConnection(const PgLibrary& pq, pg_conn* connection) : pq_(&pq), connection_(connection) {}
  Result<void> finish_connecting(Clock::time_point until);
  Result<void> wait_for(Wait what, Clock::time_point until) const;
  Result<void> send(Sql sql, const PgParams& params);
  // The next result; null at the end of a statement's results.
  Result<pg_result*> next_result();
  Result<PgRows> last_result();
  Result<void> collect_pipeline(std::size_t count);
  Error error_of(const pg_result* result);
  Error lost_error() const;

  const PgLibrary* pq_;
  pg_conn* connection_;
  std::string state_;
  bool gave_up_ = false;  // an answer is still to come, for which nobody waits any more
};

// BEGIN; without commit() everything is rolled back. Borrows the connection.
class PgTransaction {
 public:
  static Result<PgTransaction> begin(PgConnection& connection);
  ~PgTransaction();
  PgTransaction(PgTransaction&& other) noexcept : connection_(other.connection_) {
    other.connection_ = nullptr;
  }
  Result<void> commit();

 private:
  explicit PgTransaction(PgConnection& connection) : connection_(&connection) {}
  PgConnection* connection_;
};

}  // namespace clew
