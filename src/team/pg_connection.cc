// SPDX-License-Identifier: MIT
#include "team/pg_connection.h"

#include <algorithm>
#include <cerrno>
#include <poll.h>
#include <utility>

#include "base/text.h"
#include "team/pg_library.h"

namespace clew {
namespace {

using Clock = PgConnection::Clock;

void ignore_notice(void* /*unused*/, const char* /*unused*/) {}

std::string one_line(const char* text) {
  std::string line = text == nullptr ? std::string() : std::string(trim(text));
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

// Classes of errors after which the same statement may succeed: the connection (08), resources such
// as a full disk (53), an operator who restarts (57), a lock or a conflict with another (40, 55).
bool may_pass(std::string_view state) {
  for (const std::string_view one : {"08", "53", "57", "40", "55", "58"}) {
    if (state.starts_with(one)) return true;
  }
  return false;
}

bool is_local(const std::map<std::string, std::string>& parameters) {
  const auto host = parameters.find("host");
  return host == parameters.end() || host->second.starts_with('/') || host->second == "localhost" ||
         host->second == "127.0.0.1" || host->second == "::1";
}

// What we want of a connection unless its address says otherwise.
std::map<std::string, std::string> with_defaults(const TeamAddress& address) {
  std::map<std::string, std::string> all = address.parameters();
  all.emplace("application_name", "clew");
  all.emplace("keepalives_idle", "30");
  all.emplace("tcp_user_timeout", "30000");
  // What is sent to another computer is encrypted, or not sent.
  if (!is_local(all)) all.emplace("sslmode", "require");
  all["client_encoding"] = "UTF8";
  return all;
}

}  // namespace

Result<PgConnection> PgConnection::open(const TeamAddress& address) {
  const auto pq = PgLibrary::load();
  if (!pq) return pq.error();
  const auto parameters = with_defaults(address);
  std::vector<const char*> names;
  std::vector<const char*> values;
  for (const auto& [name, value] : parameters) {
    names.push_back(name.c_str());
    values.push_back(value.c_str());
  }
  names.push_back(nullptr);
  values.push_back(nullptr);
  pg_conn* const raw = (*pq)->connect_start(names.data(), values.data(), /*expand_dbname=*/0);
  if (raw == nullptr) return Error{ErrorCode::kIo, "out of memory"};
  PgConnection connection(**pq, raw);
  (*pq)->set_notice_processor(raw, ignore_notice, nullptr);
  constexpr Milliseconds kConnect{10'000};
  if (auto done = connection.finish_connecting(Clock::now() + kConnect); !done) {
    return with_context("the team's store " + address.text(), done.error());
  }
  (*pq)->set_nonblocking(raw, 1);
  return connection;
}

Result<void> PgConnection::finish_connecting(Clock::time_point until) {
  for (;;) {
    switch (pq_->connect_poll(connection_)) {
      case PGRES_POLLING_OK:
        return {};
      case PGRES_POLLING_READING:
        if (auto ready = wait_for(Wait::kRead, until); !ready) return ready;
        break;
      case PGRES_POLLING_WRITING:
        if (auto ready = wait_for(Wait::kWrite, until); !ready) return ready;
        break;
      default: {
        const std::string why = one_line(pq_->error_message(connection_));
        // libpq gives no state for a refused connection, only words.
        const bool refused = why.find("authentication failed") != why.npos ||
                             why.find("no password supplied") != why.npos ||
                             why.find("not permitted to log in") != why.npos;
        const bool missing = why.find("does not exist") != why.npos;
        if (missing) return Error{ErrorCode::kNotFound, why};
        return Error{refused ? ErrorCode::kInvalid : ErrorCode::kBusy, why};
      }
    }
  }
}

PgConnection::~PgConnection() {
  if (connection_ != nullptr) pq_->finish(connection_);
}
PgConnection::PgConnection(PgConnection&& other) noexcept
    : pq_(other.pq_),
      connection_(std::exchange(other.connection_, nullptr)),
      state_(std::move(other.state_)),
      gave_up_(other.gave_up_) {}
PgConnection& PgConnection::operator=(PgConnection&& other) noexcept {
  std::swap(pq_, other.pq_);
  std::swap(connection_, other.connection_);
  std::swap(state_, other.state_);
  std::swap(gave_up_, other.gave_up_);
  return *this;
}

// A server that went away has said so on the socket, which libpq reads only when it is asked to: a
// connection that waited in a pool would look open until its next statement failed.
bool PgConnection::is_open() const {
  if (gave_up_) return false;
  constexpr int kMostReads = 16;  // of notifications that nobody waits for
  for (int i = 0; i < kMostReads && pq_->status(connection_) == CONNECTION_OK; ++i) {
    pollfd one{.fd = pq_->socket(connection_), .events = POLLIN, .revents = 0};
    if (::poll(&one, 1, 0) <= 0) break;
    if (pq_->consume_input(connection_) != 1) return false;
  }
  return pq_->status(connection_) == CONNECTION_OK;
}

bool PgConnection::used_password() const { return pq_->used_password(connection_) != 0; }

std::string PgConnection::person() const {
  const char* const user = pq_->user(connection_);
  return user == nullptr ? std::string() : std::string(user);
}

Error PgConnection::lost_error() const {
  const std::string why = one_line(pq_->error_message(connection_));
  return {ErrorCode::kBusy,
          "the connection to the team's store was lost" + (why.empty() ? "" : ": " + why)};
}

Result<void> PgConnection::wait_for(Wait what, Clock::time_point until) const {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<Milliseconds>(until - Clock::now()) + Milliseconds(1);
    if (left.count() <= 0) {
      return Error{ErrorCode::kBusy, "the team's store does not answer"};
    }
    pollfd one{.fd = pq_->socket(connection_), .events = 0, .revents = 0};
    if (what != Wait::kWrite) one.events |= POLLIN;
    if (what != Wait::kRead) one.events |= POLLOUT;
    const int ready = ::poll(&one, 1, static_cast<int>(left.count()));
    if (ready > 0) return {};
    if (ready < 0 && errno != EINTR) return lost_error();
  }
}

Error PgConnection::error_of(const pg_result* result) {
  const auto field = [&](int code) { return one_line(pq_->result_error_field(result, code)); };
  state_ = field(PG_DIAG_SQLSTATE);
  std::string message = field(PG_DIAG_MESSAGE_PRIMARY);
  if (message.empty()) return lost_error();
  if (const std::string hint = field(PG_DIAG_MESSAGE_HINT); !hint.empty()) message += "; " + hint;
  const bool missing = state_ == "3F000" || state_ == "42P01";
  const ErrorCode code = missing            ? ErrorCode::kNotFound
                         : may_pass(state_) ? ErrorCode::kBusy
                                            : ErrorCode::kInvalid;
  return {code, "the team's store says: " + message};
}

Result<void> PgConnection::send(Sql sql, const PgParams& params) {
  std::vector<Oid> types;
  std::vector<const char*> values;
  std::vector<int> lengths;
  for (const PgParams::Value& one : params.values_) {
    types.push_back(one.type);
    values.push_back(one.bytes.data());
    lengths.push_back(static_cast<int>(one.bytes.size()));
  }
  const std::vector<int> formats(values.size(), 1);
  const int sent =
      pq_->send_query_params(connection_, sql.text(), static_cast<int>(values.size()), types.data(),
                             values.data(), lengths.data(), formats.data(), /*resultFormat=*/1);
  if (sent != 1) return lost_error();
  return {};
}

Result<pg_result*> PgConnection::next_result() {
  // The time counts anew whenever something moves.
  auto until = Clock::now() + kPatience;
  for (;;) {
    const int unsent = pq_->flush(connection_);
    if (unsent < 0) return lost_error();
    if (unsent == 0 && pq_->is_busy(connection_) == 0) return pq_->get_result(connection_);
    if (auto ready = wait_for(unsent > 0 ? Wait::kReadWrite : Wait::kRead, until); !ready) {
      // Nobody knows what became of it: this connection cannot be used again.
      gave_up_ = true;
      return ready.error();
    }
    if (pq_->consume_input(connection_) != 1) return lost_error();
    if (unsent == 0 && pq_->is_busy(connection_) == 0) continue;
    until = Clock::now() + kPatience;
  }
}

Result<PgRows> PgConnection::last_result() {
  std::optional<PgRows> rows;
  std::optional<Error> error;
  for (;;) {
    auto result = next_result();
    if (!result) return result.error();
    if (*result == nullptr) break;
    PgRows one(*pq_, *result);
    const auto status = pq_->result_status(*result);
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
      rows = std::move(one);
    } else if (!error) {
      error = error_of(*result);
    }
  }
  if (error) return std::move(*error);
  if (!rows) return lost_error();
  return std::move(*rows);
}

Result<PgRows> PgConnection::query(Sql sql, const PgParams& params) {
  state_.clear();
  if (auto sent = send(sql, params); !sent) return sent.error();
  return last_result();
}

Result<void> PgConnection::run(Sql sql, const PgParams& params) {
  const auto rows = query(sql, params);
  return rows ? Result<void>() : rows.error();
}

Result<void> PgConnection::run_script(std::string_view script) {
  state_.clear();
  if (pq_->send_query(connection_, std::string(script).c_str()) != 1) return lost_error();
  const auto rows = last_result();
  return rows ? Result<void>() : rows.error();
}

Result<void> PgConnection::run_each(Sql sql, std::span<const PgParams> all) {
  if (all.empty()) return {};
  state_.clear();
  if (pq_->enter_pipeline(connection_) != 1) return lost_error();
  for (const PgParams& params : all) {
    if (auto sent = send(sql, params); !sent) return sent;
  }
  if (pq_->pipeline_sync(connection_) != 1) return lost_error();
  return collect_pipeline(all.size());
}

// In a pipeline each statement's results end with a null, and the whole with a sync.
Result<void> PgConnection::collect_pipeline(std::size_t count) {
  std::optional<Error> error;
  for (std::size_t ended = 0; ended <= count;) {
    auto result = next_result();
    if (!result) return result.error();
    if (*result == nullptr) {
      ++ended;
      if (!is_open()) return error ? *error : lost_error();
      continue;
    }
    const PgRows one(*pq_, *result);
    const auto status = pq_->result_status(*result);
    if (status == PGRES_PIPELINE_SYNC) break;
    if (status == PGRES_FATAL_ERROR && !error) error = error_of(*result);
  }
  if (pq_->exit_pipeline(connection_) != 1 && !error) return lost_error();
  return error ? Result<void>(std::move(*error)) : Result<void>();
}

Result<bool> PgConnection::wait_for_notification(Milliseconds timeout) {
  const auto until = Clock::now() + timeout;
  for (;;) {
    if (pq_->consume_input(connection_) != 1) return lost_error();
    bool any = false;
    while (auto* const one = pq_->notifies(connection_)) {
      any = true;
      pq_->free_memory(one);
    }
    if (any) return true;
    if (auto ready = wait_for(Wait::kRead, until); !ready) {
      if (Clock::now() >= until) return false;
      return ready.error();
    }
  }
}

Result<std::string> PgConnection::password_verifier(const std::string& person,
                                                    const std::string& password) {
  char* const made =
      pq_->encrypt_password(connection_, password.c_str(), person.c_str(), "scram-sha-256");
  if (made == nullptr) return lost_error();
  std::string verifier(made);
  pq_->free_memory(made);
  return verifier;
}

Result<PgTransaction> PgTransaction::begin(PgConnection& connection) {
  if (auto begun = connection.run("BEGIN"); !begun) return begun.error();
  return PgTransaction(connection);
}

PgTransaction::~PgTransaction() {
  if (connection_ != nullptr && connection_->is_open()) {
    static_cast<void>(connection_->run("ROLLBACK"));
  }
}

Result<void> PgTransaction::commit() {
  auto done = connection_->run("COMMIT");
  if (done) connection_ = nullptr;
  return done;
}

}  // namespace clew
