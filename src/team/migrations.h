// SPDX-License-Identifier: MIT
//
// The schema of the store, in steps with numbers. A step that was released never changes.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "team/pg_connection.h"

namespace clew {

inline constexpr std::int64_t kTeamSchema = 2;  // what this program reads and writes

// What a store is, as its first row says.
struct StoreState {
  std::string id{};                 // made by chance when the store was
  std::int64_t schema = 0;          // 0: there is no store in this database
  std::int64_t oldest_program = 0;  // the schema that a program must know at least
};
Result<StoreState> read_store_state(PgConnection& connection);

// An error that says what to do when this program cannot work with such a store.
Result<void> check_schema(const StoreState& state);

// Makes the store, or brings it to kTeamSchema, in one transaction. Needs a role that may create
// roles and schemas. Answers with the schema that was there before.
Result<std::int64_t> migrate(PgConnection& connection);

}  // namespace clew
