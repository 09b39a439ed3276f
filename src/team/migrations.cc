// SPDX-License-Identifier: MIT
#include "team/migrations.h"

#include <array>
#include <string>

#include "team/schema_1.h"
#include "team/schema_2.h"

namespace clew {
namespace {

constexpr std::array<std::string_view, kTeamSchema> kSteps = {kSchema1, kSchema2};

// Two administrators at once wait for each other.
constexpr Sql kLock = "SELECT pg_advisory_xact_lock(hashtext('clew migrations'))";

}  // namespace

Result<StoreState> read_store_state(PgConnection& connection) {
  const auto rows = connection.query(
      "SELECT id::text, schema_version::int8, oldest_program::int8 FROM clew.store");
  if (!rows) {
    if (rows.error().code == ErrorCode::kNotFound) return StoreState{};
    if (connection.last_state() != "42501") return rows.error();
  }
  if (!rows || rows->size() == 0) {
    return Error{ErrorCode::kInvalid, connection.person() +
                                          " is not invited to this team, or not any more; `clew "
                                          "team invite` is for its administrators"};
  }
  return StoreState{std::string(rows->text(0, 0)), rows->number(0, 1), rows->number(0, 2)};
}

Result<void> check_schema(const StoreState& state) {
  if (state.schema == 0) {
    return Error{ErrorCode::kNotFound,
                 "there is no team's store in this database; clew team init makes one"};
  }
  if (state.schema < kTeamSchema) {
    return Error{ErrorCode::kUnsupported,
                 "this store is of an older Clew (schema " + std::to_string(state.schema) +
                     ", this program needs " + std::to_string(kTeamSchema) +
                     "): an administrator brings it up to date with clew team init"};
  }
  if (state.oldest_program > kTeamSchema) {
    return Error{ErrorCode::kUnsupported,
                 "this store is of a newer Clew (schema " + std::to_string(state.schema) +
                     ", this program knows " + std::to_string(kTeamSchema) + "): update clew here"};
  }
  return {};
}

Result<std::int64_t> migrate(PgConnection& connection) {
  auto transaction = PgTransaction::begin(connection);
  if (!transaction) return transaction.error();
  if (auto locked = connection.run(kLock); !locked) return locked.error();
  const auto exists = connection.query("SELECT to_regclass('clew.store') IS NOT NULL");
  if (!exists) return exists.error();
  StoreState state;
  if (exists->flag(0, 0)) {
    auto read = read_store_state(connection);
    if (!read) return read.error();
    state = std::move(*read);
  }
  if (state.schema > kTeamSchema) return state.schema;
  for (std::int64_t step = state.schema; step < kTeamSchema; ++step) {
    if (auto done = connection.run_script(kSteps[static_cast<std::size_t>(step)]); !done) {
      if (connection.last_state() == "42501") {
        return Error{ErrorCode::kInvalid,
                     connection.person() +
                         " may not make a team's store: that takes a role with CREATEROLE that "
                         "owns the database, or a superuser (" +
                         done.error().message + ")"};
      }
      return done.error();
    }
  }
  if (auto done = transaction->commit(); !done) return done.error();
  return state.schema;
}

}  // namespace clew
